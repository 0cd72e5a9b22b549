/**
 * Opens passwords that the sign-in form sealed to this server: an anonymous box (X25519, HKDF,
 * XChaCha20-Poly1305) around `{ password, nonce }`. It protects on plain-http LAN addresses, where
 * the browser has no TLS and no crypto.subtle. The nonce carries its own expiry and a MAC, so that
 * nothing is stored until one is used.
 */
import { createHmac, createPrivateKey, createPublicKey, diffieHellman, type KeyObject, timingSafeEqual } from 'node:crypto';
import { xchacha20poly1305 } from '@noble/ciphers/chacha.js';
import { x25519 } from '@noble/curves/ed25519.js';
import { hkdf } from '@noble/hashes/hkdf.js';
import { sha256 } from '@noble/hashes/sha2.js';
import type { Clock } from '../../platform/clock.ts';
import { autocommit, type Database } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { createToken } from '../../platform/security/tokens.ts';
import { consumeNonce, type SealNonce } from './used-nonces.store.ts';

const PREFIX = 'sealed:';
const NONCE_TTL_MS = 10 * 60_000;
const CONTEXT = new TextEncoder().encode('vitrine/sign-in/1');

export interface SealedPasswords {
  createSealingKey(): { publicKey: string; nonce: string };
  /** Decrypts a sealed password without using up its nonce, which is null for a plain password. SEAL_EXPIRED. */
  decrypt(password: string): { password: string; nonce: SealNonce | null };
  /** The plain password, whether it came plain or sealed. */
  open(password: string): Promise<string>;
}

export function createSealedPasswords(db: Database, secretKey: Buffer, clock: Clock): SealedPasswords {
  const publicKey = x25519.getPublicKey(secretKey);
  const privateKey = createPrivateKey({ format: 'jwk', key: { ...toJwk(publicKey), d: secretKey.toString('base64url') } });
  const mac = (text: string) => createHmac('sha256', secretKey).update(text).digest('base64url');

  const parseNonce = (nonce: string): Date => {
    const [random = '', expiry = '', code = ''] = nonce.split('.');
    const expected = Buffer.from(mac(`${random}.${expiry}`));
    const given = Buffer.from(code);
    const isOurs = given.length === expected.length && timingSafeEqual(given, expected);
    if (!isOurs || Number(expiry) < clock.now().getTime()) throw new AppError('SEAL_EXPIRED');
    return new Date(Number(expiry));
  };

  const decrypt: SealedPasswords['decrypt'] = (password) => {
    if (!password.startsWith(PREFIX)) return { password, nonce: null };
    const { password: plain, nonce } = decryptSealedPassword(password.slice(PREFIX.length), privateKey, publicKey);
    return { password: plain, nonce: { nonce, expiresAt: parseNonce(nonce) } };
  };

  return {
    decrypt,
    createSealingKey() {
      const body = `${createToken()}.${clock.now().getTime() + NONCE_TTL_MS}`;
      return { publicKey: Buffer.from(publicKey).toString('base64url'), nonce: `${body}.${mac(body)}` };
    },
    async open(password) {
      const { password: plain, nonce } = decrypt(password);
      if (nonce && !(await consumeNonce(autocommit(db), nonce))) throw new AppError('SEAL_EXPIRED');
      return plain;
    },
  };
}

const toJwk = (publicKey: Uint8Array) => ({ kty: 'OKP', crv: 'X25519', x: Buffer.from(publicKey).toString('base64url') });

function decryptSealedPassword(text: string, privateKey: KeyObject, publicKey: Uint8Array): { password: string; nonce: string } {
  try {
    const box = Buffer.from(text, 'base64url');
    const sender = box.subarray(0, 32);
    // Node's implementation takes a twentieth of the library's time, during which other requests would wait.
    const shared = diffieHellman({ privateKey, publicKey: createPublicKey({ format: 'jwk', key: toJwk(sender) }) });
    const keys = hkdf(sha256, shared, Buffer.concat([sender, publicKey]), CONTEXT, 56);
    const plain = xchacha20poly1305(keys.subarray(0, 32), keys.subarray(32), sender).decrypt(box.subarray(32));
    const { password, nonce } = JSON.parse(Buffer.from(plain).toString('utf8')) as { password: unknown; nonce: unknown };
    if (typeof password === 'string' && typeof nonce === 'string') return { password, nonce };
  } catch (cause) {
    // Encrypted for another key, for example by a form that was open while the server was reinstalled.
    throw new AppError('SEAL_EXPIRED', undefined, { cause });
  }
  throw new AppError('SEAL_EXPIRED');
}
