import { JSDOM } from 'jsdom';
import { expect, test } from 'vitest';
import { createGetComputedStyle } from './computed-style.ts';

const PAGE = `
  <head><title>Page</title></head>
  <body>
    <main><p>Text <b>bold</b> <span hidden>hidden</span></p></main>
    <div style="visibility: hidden"><p><a href="/">link</a> <b style="visibility: visible">bold</b></p></div>
    <div style="pointer-events: none"><button>No <b style="pointer-events: auto">yes</b></button></div>
    <div style="display: none"><i>inner</i></div> <div style="display: flex; opacity: 0"><i>inner</i></div>
    <dialog>closed</dialog> <dialog open>open</dialog> <section popover>popover</section>
    <details><summary>first</summary><summary>second</summary><p>more</p></details>
    <form><input type="hidden"><input type="hidden" style="display: block"><input type="checkbox"><button hidden>Save</button></form>
    <ul><li>item</li><li hidden>item</li></ul> <noscript>none</noscript> <template>none</template>
    <table><thead hidden><tr><th>head <b>bold</b></th></tr></thead><tbody><tr hidden><td>cell</td></tr><tr><td>cell</td></tr></tbody></table>
    <svg><path style="visibility: inherit"></path></svg> <p style="visibility: inherit; display: initial">text</p>
  </body>`;

test('computes the visibility of all elements as jsdom does', () => {
  const { window } = new JSDOM(PAGE);
  const compute = window.getComputedStyle.bind(window);
  const getComputedStyle = createGetComputedStyle(compute);
  const list = (get: typeof getComputedStyle) =>
    [...window.document.querySelectorAll('*')].map((element) => {
      const style = get(element);
      const { display, visibility, opacity, pointerEvents } = style;
      return [element.outerHTML, display, visibility, opacity, pointerEvents, style.getPropertyValue('pointer-events'), style.color];
    });
  expect(list(getComputedStyle)).toEqual(list(compute));
  expect(new Set(list(compute).map(([, display]) => display)).size).toBeGreaterThan(5);
});

test('follows changes of attributes, of inline styles and of ancestors', () => {
  const { window } = new JSDOM('<div><p>Text</p></div>');
  const [outer, inner] = window.document.querySelectorAll<HTMLElement>('div, p') as unknown as [HTMLElement, HTMLElement];
  const style = createGetComputedStyle(window.getComputedStyle.bind(window))(inner);
  expect([style.display, style.visibility]).toEqual(['block', 'visible']);
  inner.hidden = true;
  outer.style.visibility = 'hidden';
  expect([style.display, style.visibility]).toEqual(['none', 'hidden']);
  inner.style.display = 'flex';
  expect(style.display).toBe('flex');
});

test('lets jsdom compute the styles of a document with style sheets', () => {
  const { window } = new JSDOM('<style>p { display: none }</style><p>Text</p>');
  const paragraph = window.document.querySelector('p') as HTMLElement;
  expect(createGetComputedStyle(window.getComputedStyle.bind(window))(paragraph).display).toBe('none');
});
