/** Creates an element. Strings are added as text, never as HTML. */
export function buildElement(tag: string, className: string, ...content: (Node | string)[]): HTMLElement {
  const element = document.createElement(tag);
  element.className = className;
  element.append(...content);
  return element;
}

export function getElement(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no #${id}`);
  return element;
}
