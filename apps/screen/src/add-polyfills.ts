/** Adds a method to a prototype or constructor that lacks it. Not enumerable, like built-in methods. */
function add(target: object, name: string, value: unknown): void {
  if (!(name in target)) Object.defineProperty(target, name, { value, configurable: true, writable: true });
}

/**
 * Adds what Chromium 68 and Safari 13 lack and this page or its libraries use. The check of the built files
 * (scripts/checks/browser-support.ts) fails when they use an API that is neither in those browsers nor here.
 */
export function addPolyfills(scope: typeof self): void {
  // Chromium 71, Safari 12.1.
  add(scope, 'globalThis', scope);
  // Chromium 93, Safari 15.4.
  add(scope.Object, 'hasOwn', (object: object, key: PropertyKey) => Object.prototype.hasOwnProperty.call(object, key));
  // Chromium 73, Safari 12.1.
  add(scope.Object, 'fromEntries', (entries: Iterable<readonly [PropertyKey, unknown]>) => {
    const object = {};
    for (const [key, value] of entries) Object.defineProperty(object, key, { value, configurable: true, enumerable: true, writable: true });
    return object;
  });
  // Chromium 69, Safari 12.
  add(scope.Array.prototype, 'flatMap', function flatMap<T, R>(this: T[], map: (value: T, index: number, array: T[]) => R | R[]): R[] {
    const result: R[] = [];
    this.forEach((value, index) => {
      const mapped = map(value, index, this);
      if (Array.isArray(mapped)) for (const one of mapped) result.push(one);
      else result.push(mapped);
    });
    return result;
  });
  // Chromium 92, Safari 15.4.
  for (const { prototype } of [scope.Array, scope.String, Object.getPrototypeOf(scope.Uint8Array) as Uint8ArrayConstructor]) {
    add(prototype, 'at', function at(this: ArrayLike<unknown>, index: number): unknown {
      const place = Math.trunc(index) || 0;
      return this[place < 0 ? this.length + place : place];
    });
  }
  // Chromium 110, Safari 16.
  add(scope.Array.prototype, 'toSorted', function toSorted<T>(this: T[], compare?: (a: T, b: T) => number): T[] {
    return [...this].sort(compare);
  });
  // Chromium 85, Safari 13.1.
  add(scope.String.prototype, 'replaceAll', function replaceAll(this: string, search: string | RegExp, value: string): string {
    return typeof search === 'string' ? this.split(search).join(value) : this.replace(search, value);
  });
  // Chromium 76, Safari 14.
  add(scope.Blob.prototype, 'arrayBuffer', function arrayBuffer(this: Blob): Promise<ArrayBuffer> {
    return new Response(this).arrayBuffer();
  });
  // Chromium 103, Safari 16.
  if ('AbortSignal' in scope) {
    add(scope.AbortSignal, 'timeout', (milliseconds: number): AbortSignal => {
      const controller = new AbortController();
      setTimeout(() => controller.abort(), milliseconds);
      return controller.signal;
    });
  }
  // Chromium 86, Safari 14. A service worker has no elements.
  if ('Element' in scope) {
    add(scope.Element.prototype, 'replaceChildren', function replaceChildren(this: Element, ...nodes: (Node | string)[]): void {
      this.textContent = '';
      this.append(...nodes);
    });
  }
}
