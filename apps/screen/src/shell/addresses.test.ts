import { expect, it } from 'vitest';
import { filePath, sha256OfPath } from './addresses.ts';

const SHA256 = 'a'.repeat(64);

it('finds the file an address names', () => {
  expect(sha256OfPath(filePath(SHA256))).toBe(SHA256);
});

it.each(['/screen/files/short', `/screen/${SHA256}`, `/api/screens/files/${SHA256}`, '/screen/'])('takes %s for no kept file', (path) => {
  expect(sha256OfPath(path)).toBeNull();
});
