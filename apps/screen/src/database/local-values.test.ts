import { afterEach, expect, it, vi } from 'vitest';
import { stubStorage } from '../testing/stub-storage.ts';
import { readValue, writeValue } from './local-values.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('stores values in the browser', () => {
  const stored = stubStorage();
  writeValue('name', 'stored');
  expect([readValue('name'), stored.get('name'), readValue('other')]).toEqual(['stored', 'stored', null]);
});

it('keeps a value that the browser refuses until one is stored again', () => {
  vi.spyOn(console, 'info').mockReturnValue();
  const refuse = () => {
    throw new Error('full');
  };
  vi.stubGlobal('window', { localStorage: { getItem: () => 'before', setItem: refuse } });
  writeValue('name', 'refused');
  expect(readValue('name')).toBe('refused');
  stubStorage();
  writeValue('name', 'stored');
  expect(readValue('name')).toBe('stored');
});
