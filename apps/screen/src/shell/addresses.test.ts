import { expect, it } from 'vitest';
import { getFilePath, parseFilePath } from './addresses.ts';

const SHA256 = 'a'.repeat(64);

it('finds the file an address names', () => {
  expect(parseFilePath(getFilePath(SHA256))).toBe(SHA256);
});

it.each(['/screen/files/short', `/screen/${SHA256}`, `/api/screens/files/${SHA256}`, '/screen/'])('takes %s for no kept file', (path) => {
  expect(parseFilePath(path)).toBeNull();
});
