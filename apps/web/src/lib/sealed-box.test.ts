import { xchacha20poly1305 } from '@noble/ciphers/chacha.js';
import { x25519 } from '@noble/curves/ed25519.js';
import { hkdf } from '@noble/hashes/hkdf.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { describe, expect, it } from 'vitest';
import { fromBase64Url, toBase64Url } from './base64-url.ts';
import { sealText } from './sealed-box.ts';

/** Opens a sealed text as the server does. */
function open(sealed: string, secretKey: Uint8Array): string {
  const box = fromBase64Url(sealed.slice('sealed:'.length));
  const [ephemeral, text] = [box.slice(0, 32), box.slice(32)];
  const salt = new Uint8Array([...ephemeral, ...x25519.getPublicKey(secretKey)]);
  const okm = hkdf(sha256, x25519.getSharedSecret(secretKey, ephemeral), salt, new TextEncoder().encode('vitrine/sign-in/1'), 56);
  return new TextDecoder().decode(xchacha20poly1305(okm.slice(0, 32), okm.slice(32), ephemeral).decrypt(text));
}

describe('sealText', () => {
  const secretKey = x25519.utils.randomSecretKey();
  const publicKey = toBase64Url(x25519.getPublicKey(secretKey));

  it('can be opened only with the secret key', () => {
    const sealed = sealText('{"password":"größer 🌲"}', publicKey);
    expect(open(sealed, secretKey)).toBe('{"password":"größer 🌲"}');
    expect(() => open(sealed, x25519.utils.randomSecretKey())).toThrow();
  });

  it('returns a different ciphertext each time', () => expect(sealText('x', publicKey)).not.toBe(sealText('x', publicKey)));
});
