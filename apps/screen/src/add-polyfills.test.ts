import { createContext, runInContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { addPolyfills } from './add-polyfills.ts';

const METHODS = {
  Object: ['hasOwn', 'fromEntries'],
  'Array.prototype': ['flatMap', 'at', 'toSorted'],
  'String.prototype': ['at', 'replaceAll'],
  'Object.getPrototypeOf(Uint8Array).prototype': ['at'],
};

class OldElement {
  children: unknown[] = ['before'];
  set textContent(_text: string) {
    this.children = [];
  }
  append(...nodes: unknown[]): void {
    this.children.push(...nodes);
  }
}
class OldBlob {}
class OldAbortSignal {}

/** Returns the global object of an engine without the methods that the page polyfills. */
function createOldBrowser() {
  const context = createContext({ Blob: OldBlob, AbortSignal: OldAbortSignal, Element: OldElement });
  for (const [owner, names] of Object.entries(METHODS)) for (const name of names) runInContext(`delete ${owner}.${name}`, context);
  const scope = runInContext('this.self = this; this', context) as typeof self;
  addPolyfills(scope);
  return { scope, run: (code: string): unknown => JSON.parse(runInContext(`JSON.stringify(${code})`, context) as string) };
}

describe('polyfills', () => {
  it.each([
    ['Object.hasOwn({ a: 1 }, "a")', true],
    ['Object.hasOwn({}, "toString")', false],
    ['Object.fromEntries(new Map([["a", 1], ["b", 2]]))', { a: 1, b: 2 }],
    ['Object.fromEntries([["__proto__", 1]])', JSON.parse('{ "__proto__": 1 }')],
    ['[1, 2, 3].flatMap((value) => value > 1 ? [value, [value]] : [])', [2, [2], 3, [3]]],
    ['[1, 2].flatMap((value, index, all) => value + index + all.length)', [3, 5]],
    ['Array(200000).fill(0).flatMap((value) => [value, value]).length', 400_000],
    ['[[1, 2, 3].at(-1), [1, 2, 3].at(0), [1].at(-2) === undefined]', [3, 1, true]],
    ['["abc".at(-1), new Uint8Array([7, 8]).at(-2)]', ['c', 7]],
    [
      '(() => { const list = [3, 1, 2]; return [list.toSorted(), list.toSorted((a, b) => b - a), list]; })()',
      [
        [1, 2, 3],
        [3, 2, 1],
        [3, 1, 2],
      ],
    ],
    [
      '["a.b.c".replaceAll(".", "-"), "a1b2".replaceAll(/\\d/g, "#"), ":x".replaceAll(/:(\\w)/g, (_, name) => name)]',
      ['a-b-c', 'a#b#', 'x'],
    ],
  ])('%s', (code, expected) => {
    expect(createOldBrowser().run(code)).toEqual(expected);
  });

  it('add methods that are not enumerable', () => {
    expect(createOldBrowser().run('(() => { const keys = []; for (const key in [1]) keys.push(key); return keys; })()')).toEqual(['0']);
  });

  it('replace the children of an element', () => {
    createOldBrowser();
    const element = new OldElement() as OldElement & { replaceChildren(...nodes: unknown[]): void };
    element.replaceChildren('a', 'b');
    expect(element.children).toEqual(['a', 'b']);
  });

  it('leave methods alone that the browser has', () => {
    const { at } = Array.prototype;
    addPolyfills(Object.assign(Object.create(globalThis), { Element: OldElement }) as typeof self);
    expect(Array.prototype.at).toBe(at);
  });
});
