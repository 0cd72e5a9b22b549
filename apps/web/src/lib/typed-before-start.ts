type Field = HTMLInputElement | HTMLTextAreaElement;

const fieldsOf = (root: HTMLElement) => [...root.querySelectorAll<Field>('input[name], textarea[name]')];

/**
 * People type before scripts have arrived. Remembers what is in the fields of a written page and where the caret is;
 * the answer puts it into the same fields of the screen that took its place, as if it were typed there.
 */
export function rememberTyped(root: HTMLElement): () => void {
  const typed = new Map(fieldsOf(root).map((field) => [field.name, field.value]));
  const active = document.activeElement;
  const focused = isField(active) ? { name: active.name, at: active.selectionStart } : undefined;
  return () => {
    for (const field of fieldsOf(root)) {
      const value = typed.get(field.name);
      if (value) type(field, value);
      if (field.name === focused?.name) {
        field.focus({ preventScroll: true });
        // Fields for addresses and numbers have no caret to set.
        if (focused.at !== null && field.selectionStart !== null) field.setSelectionRange(focused.at, focused.at);
      }
    }
  };
}

const isField = (element: Element | null): element is Field =>
  element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;

function type(field: Field, value: string) {
  // React puts a setter of its own before the field's and then takes the event for its own echo.
  const prototype = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype;
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
