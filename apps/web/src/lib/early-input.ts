type Field = HTMLInputElement | HTMLTextAreaElement;

const getFields = (root: HTMLElement) => [...root.querySelectorAll<Field>('input[name], textarea[name]')];

const capturedValues = new Map<string, string>();
let stopWatching: (() => void) | undefined;

/**
 * Captures input before scripts have loaded, because forms would otherwise start empty. Remembers the fields of a prerendered page and further input until
 * the page is hydrated.
 */
export function captureEarlyInput(root: HTMLElement): void {
  const remember = (field: Field) => capturedValues.set(field.name, field.value);
  getFields(root).forEach(remember);
  const watch = ({ target }: Event) => isField(target) && remember(target);
  root.addEventListener('input', watch, true);
  stopWatching = () => root.removeEventListener('input', watch, true);
}

/**
 * From here on the app handles submitted forms; before, public/theme.js records them. It always prevents the browser from submitting a form itself, because
 * the input, even a password, would be in the address.
 */
export function markAppReady(): void {
  document.documentElement.dataset.awake = '';
}

/** Restores captured input, and submits a form that the user submitted, once. Called when the page's fields are hydrated. */
export function restoreEarlyInput(): void {
  stopWatching?.();
  stopWatching = undefined;
  for (const field of getFields(document.body)) {
    const value = capturedValues.get(field.name);
    if (value) enterText(field, value);
  }
  capturedValues.clear();
  const { dataset } = document.documentElement;
  const wasSent = dataset.sent !== undefined && dataset.awake === undefined;
  markAppReady();
  if (wasSent) document.querySelector('form')?.requestSubmit();
}

const isField = (element: unknown): element is Field => element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;

function enterText(field: Field, value: string) {
  // React replaces the field's setter and would ignore the event as its own change, also for values typed before hydration.
  field.value = '';
  const prototype = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype;
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
