import { xchacha20poly1305 } from '@noble/ciphers/chacha.js';
import { x25519 } from '@noble/curves/ed25519.js';
import { hkdf } from '@noble/hashes/hkdf.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { fromBase64Url, toBase64Url } from './base64-url.ts';

/** Ties a box to this use; the server derives with the same words. */
const PURPOSE = 'vitrine/sign-in/1';
const KEY_BYTES = 32;
const NONCE_BYTES = 24;

/** Seals text for the holder of an X25519 key: ephemeral public key, then XChaCha20-Poly1305 over the text. */
export function sealText(text: string, publicKeyText: string): string {
  const publicKey = fromBase64Url(publicKeyText);
  const secretKey = x25519.utils.randomSecretKey();
  const ephemeralKey = x25519.getPublicKey(secretKey);
  const salt = new Uint8Array([...ephemeralKey, ...publicKey]);
  const shared = x25519.getSharedSecret(secretKey, publicKey);
  const okm = hkdf(sha256, shared, salt, new TextEncoder().encode(PURPOSE), KEY_BYTES + NONCE_BYTES);
  const cipher = xchacha20poly1305(okm.slice(0, KEY_BYTES), okm.slice(KEY_BYTES), ephemeralKey);
  const sealed = cipher.encrypt(new TextEncoder().encode(text));
  return `sealed:${toBase64Url(new Uint8Array([...ephemeralKey, ...sealed]))}`;
}
