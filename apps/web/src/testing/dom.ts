/** The document of the component tests: one per test process, because modules keep references to `window` when they are loaded. */
import 'fake-indexeddb/auto';
import { JSDOM } from 'jsdom';
import { populateGlobal } from 'vitest/runtime';

class NothingObserved {
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

/** Node's own, which work with Node's Request and Response. */
const { AbortController, AbortSignal, Blob, File, FormData } = globalThis;

const dom = new JSDOM('<!doctype html><html lang="en" data-awake><body></body></html>', {
  url: 'http://vitrine.test/',
  pretendToBeVisual: true,
});
populateGlobal(globalThis, dom.window, { bindFunctions: true });

/** jsdom has no layout. */
const undone = () => undefined;
Object.assign(window.Element.prototype, {
  scrollIntoView: undone,
  scrollTo: undone,
  setPointerCapture: undone,
  releasePointerCapture: undone,
  hasPointerCapture: () => false,
  getAnimations: () => [],
});
Object.assign(window.HTMLImageElement.prototype, { decode: () => Promise.resolve() });
const added = {
  AbortController,
  AbortSignal,
  Blob,
  File,
  FormData,
  WebSocket: UnopenedWebSocket,
  ResizeObserver: NothingObserved,
  IntersectionObserver: NothingObserved,
  scrollTo: undone,
  matchMedia: (query: string) => Object.assign(new window.EventTarget(), { matches: false, media: query }),
};
Object.assign(window, added);
Object.assign(globalThis, added);
