import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { createTextEncryption } from './text-encryption.ts';

it('decrypts a text with the same key only, and rejects changed bytes', () => {
  const encryption = createTextEncryption(randomBytes(32));
  const encrypted = encryption.encrypt('a token');
  expect(encryption.decrypt(encrypted)).toBe('a token');
  expect(encryption.encrypt('a token')).not.toEqual(encrypted);
  expect(() => createTextEncryption(randomBytes(32)).decrypt(encrypted)).toThrow();
  encrypted[encrypted.length - 1] = (encrypted.at(-1) ?? 0) ^ 1;
  expect(() => encryption.decrypt(encrypted)).toThrow();
});
