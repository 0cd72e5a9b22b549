import { describe, expect, it } from 'vitest';
import { forgetInterruptedUploads, readInterruptedUploads } from './interrupted-uploads.ts';

function storageOf(entries: Record<string, string>): Storage {
  const map = new Map(Object.entries(entries));
  return {
    get length() {
      return map.size;
    },
    key: (index) => [...map.keys()][index] ?? null,
    getItem: (key) => map.get(key) ?? null,
    setItem: (key, value) => void map.set(key, value),
    removeItem: (key) => void map.delete(key),
    clear: () => map.clear(),
  };
}

describe('uploads cut off by a reload', () => {
  it('are known by name, and forgotten without touching anything else', () => {
    const storage = storageOf({ token: 'x', 'tus::a::1': '{"metadata":{"filename":"film.mp4"}}', 'tus::b::2': 'not ours' });
    expect(readInterruptedUploads(storage)).toEqual(['film.mp4']);
    forgetInterruptedUploads('a', storage);
    expect(storage.getItem('tus::b::2')).not.toBeNull();
    forgetInterruptedUploads(undefined, storage);
    expect(storage.getItem('tus::b::2')).toBeNull();
    expect(readInterruptedUploads(storage)).toEqual([]);
    expect(storage.getItem('token')).toBe('x');
  });
});
