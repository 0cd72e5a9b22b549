import { describe, expect, it } from 'vitest';
import { consumeTusAddresses } from './tus-addresses.ts';
import { hasUploadRecord, listUploadRecords, removeUploadRecord, saveUploadRecord } from './upload-records.ts';

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

const note = (id: string, chosenAtUs: number) => ({ id, userId: 'ana', albumId: 'album', name: `${id}.jpg`, size: 5, chosenAtUs });

describe('uploads remembered over a reload', () => {
  it('are returned in the order of selection, and deleted one by one', () => {
    const storage = storageOf({ token: 'x', 'upload::bad': 'not ours', 'upload::odd': '{"id":1}' });
    saveUploadRecord(note('b', 2), storage);
    saveUploadRecord(note('a', 1), storage);
    expect(listUploadRecords(storage).map(({ id }) => id)).toEqual(['a', 'b']);
    removeUploadRecord('a', storage);
    expect([hasUploadRecord('a', storage), hasUploadRecord('b', storage)]).toEqual([false, true]);
    expect(storage.getItem('token')).toBe('x');
  });

  it('do not fail where the storage is full', () => {
    const storage = storageOf({});
    storage.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    expect(() => saveUploadRecord(note('a', 1), storage)).not.toThrow();
  });

  it('tell where the server has them, once', () => {
    const storage = storageOf({
      'tus::a::1': '{"uploadUrl":"/api/uploads/tus/1"}',
      'tus::b::2': '{"uploadUrl":"/other"}',
      'tus::a::3': '{',
    });
    expect(consumeTusAddresses('a', storage)).toEqual(['/api/uploads/tus/1']);
    expect(consumeTusAddresses('a', storage)).toEqual([]);
    expect(consumeTusAddresses('b', storage)).toEqual(['/other']);
  });
});
