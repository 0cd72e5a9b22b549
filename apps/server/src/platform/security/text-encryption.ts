import { randomBytes } from 'node:crypto';
import { xchacha20poly1305 } from '@noble/ciphers/chacha.js';

const NONCE_BYTES = 24;

/** Encrypts short texts for storage with a server key of 32 bytes. Changed bytes or another key are rejected on decryption. */
export const createTextEncryption = (key: Buffer) => ({
  encrypt(text: string): Buffer {
    const nonce = randomBytes(NONCE_BYTES);
    return Buffer.concat([nonce, xchacha20poly1305(key, nonce).encrypt(Buffer.from(text))]);
  },
  decrypt: (encrypted: Buffer): string =>
    Buffer.from(xchacha20poly1305(key, encrypted.subarray(0, NONCE_BYTES)).decrypt(encrypted.subarray(NONCE_BYTES))).toString(),
});

export type TextEncryption = ReturnType<typeof createTextEncryption>;
