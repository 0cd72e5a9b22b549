/** Creates the document of the component tests once per process, because modules keep references to `window` from when they are loaded. */
import 'fake-indexeddb/auto';
import { JSDOM } from 'jsdom';
import { populateGlobal } from 'vitest/runtime';
import { createGetComputedStyle } from './computed-style.ts';

class FakeObserver {
  observe = () => undefined;
  unobserve = () => undefined;
  disconnect = () => undefined;
  takeRecords = () => [];
}

/** A WebSocket that never opens. */
class UnopenedWebSocket extends EventTarget {
  readyState = 0;
  send = () => undefined;
  close = () => undefined;
}

/** Node's own classes, because jsdom's do not work with Node's Request and Response. */
const { AbortController, AbortSignal, Blob, File, FormData } = globalThis;

const dom = new JSDOM('<!doctype html><html lang="en" data-awake><body></body></html>', {
  url: 'http://vitrine.test/',
  pretendToBeVisual: true,
});

/** Changes the origin of the document, which a history cannot do. The local storage of the other origin is empty. */
export const moveToOrigin = (origin: string): void => dom.reconfigure({ url: `${origin}/` });

dom.window.getComputedStyle = createGetComputedStyle(dom.window.getComputedStyle.bind(dom.window));
populateGlobal(globalThis, dom.window, { bindFunctions: true });

/** Stand-in for methods that jsdom lacks because it has no layout. */
const noop = () => undefined;
Object.assign(window.Element.prototype, {
  scrollIntoView: noop,
  scrollTo: noop,
  setPointerCapture: noop,
  releasePointerCapture: noop,
  hasPointerCapture: () => false,
  getAnimations: () => [],
  animate: () => ({}),
});
Object.assign(window.HTMLImageElement.prototype, { decode: () => Promise.resolve() });
Object.assign(globalThis.URL, { createObjectURL: () => 'blob:http://vitrine.test/file', revokeObjectURL: noop });
const globals = {
  AbortController,
  AbortSignal,
  Blob,
  File,
  FormData,
  WebSocket: UnopenedWebSocket,
  ResizeObserver: FakeObserver,
  IntersectionObserver: FakeObserver,
  scrollTo: noop,
  matchMedia: (query: string) => Object.assign(new window.EventTarget(), { matches: false, media: query }),
};
Object.assign(window, globals);
Object.assign(globalThis, globals);
