/** A key names nothing: it was never stored, or was removed since. The same from a folder and from an object store. */
export class NotStoredError extends Error {
  readonly key: string;

  constructor(key: string, cause?: unknown) {
    super(`Nothing is stored as ${key}`, { cause });
    this.name = 'NotStoredError';
    this.key = key;
  }
}
