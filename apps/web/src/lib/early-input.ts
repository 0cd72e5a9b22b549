type Field = HTMLInputElement | HTMLTextAreaElement;

const getFields = (root: HTMLElement) => [...root.querySelectorAll<Field>('input[name], textarea[name]')];

const capturedValues = new Map<string, string>();
let stopWatching: (() => void) | undefined;

/**
 * People type before scripts have arrived, and forms then start with empty fields. Remembers what is in the
 * fields of a written page, and what is still typed into them until its page is awake.
 */
export function captureEarlyInput(root: HTMLElement): void {
  const remember = (field: Field) => capturedValues.set(field.name, field.value);
  getFields(root).forEach(remember);
  const watch = ({ target }: Event) => isField(target) && remember(target);
  root.addEventListener('input', watch, true);
  stopWatching = () => root.removeEventListener('input', watch, true);
}

/**
 * From here on forms are heard when they are sent; before, public/theme.js notes that one was. It keeps the browser from sending any itself, at any time:
 * what was typed, a password too, would be in the address.
 */
export function markAppReady(): void {
  document.documentElement.dataset.awake = '';
}

/** Types it all again, and sends the form if somebody did, once; called by the page when its fields listen. */
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
  // React puts a setter of its own before the field's and then takes the event for its own echo.
  // Of what stands there already as well: it was typed before React looked.
  field.value = '';
  const prototype = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype;
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
