import { Readable } from 'node:stream';
import { NotStoredError } from '../platform/storage/not-stored-error.ts';
import type { ObjectStore } from '../platform/storage/object-store.ts';

/** Fault of a call: it is refused before it runs, or it runs and its response is lost. */
export type InjectedFault = 'refused' | 'response lost' | undefined;

/** Creates an object store in memory whose calls fail as `getFault` returns. */
export function createMemoryObjects(getFault: (verb: string) => InjectedFault = () => undefined) {
  const objects = new Map<string, Buffer>();
  const uploads = new Map<string, Map<number, Buffer>>();
  let uploadCount = 0;

  const call = async <T>(verb: string, work: () => T): Promise<T> => {
    const fault = getFault(verb);
    if (fault === 'refused') throw new Error(`${verb} was refused`);
    const answer = work();
    if (fault === 'response lost') throw new Error(`The response to ${verb} was lost`);
    return answer;
  };
  const partsOf = (upload: string) => {
    const parts = uploads.get(upload);
    if (!parts) throw new Error('NoSuchUpload');
    return parts;
  };
  const find = (key: string) => {
    const bytes = objects.get(key);
    if (!bytes) throw new NotStoredError(key);
    return bytes;
  };

  const store: ObjectStore = {
    put: (key, bytes) => call('put', () => void objects.set(key, Buffer.from(bytes))),
    startMultipartUpload: () =>
      call('begin', () => {
        const upload = `upload-${uploadCount++}`;
        uploads.set(upload, new Map());
        return upload;
      }),
    putPart: (_key, upload, number, bytes) =>
      call('putPart', () => {
        partsOf(upload).set(number, Buffer.from(bytes));
        return `tag-${upload}-${number}`;
      }),
    completeMultipartUpload: (key, upload, tags) =>
      call('complete', () => {
        const parts = partsOf(upload);
        const all = tags.map((tag) => parts.get(Number(tag.split('-').at(-1))) ?? Buffer.alloc(0));
        objects.set(key, Buffer.concat(all));
        uploads.delete(upload);
      }),
    abortMultipartUpload: (_key, upload) => call('abandon', () => void uploads.delete(upload)),
    get: (key, range) => call('get', () => Readable.from([range ? find(key).subarray(range.start, range.end + 1) : find(key)])),
    head: (key) =>
      call('head', () => {
        const bytes = objects.get(key);
        return bytes && { key, sizeBytes: bytes.length };
      }),
    async *list(prefix) {
      const found = [...objects].filter(([key]) => key.startsWith(prefix));
      if (found.length > 0) yield found.map(([key, bytes]) => ({ key, sizeBytes: bytes.length }));
    },
    copy: (key, from) => call('copy', () => void objects.set(key, find(from))),
    remove: (keys) =>
      call('remove', () => {
        for (const key of keys) objects.delete(key);
      }),
    presign: async (key) => `http://objects.test/${key}`,
    close: () => undefined,
  };
  return { store, objects, uploads };
}
