import { xchacha20poly1305 } from '@noble/ciphers/chacha.js';
import { x25519 } from '@noble/curves/ed25519.js';
import { hkdf } from '@noble/hashes/hkdf.js';
import { sha256 } from '@noble/hashes/sha2.js';

/** Seals a password as the sign-in form does. Independent of the server's code that opens it. */
export function seal(password: string, serverKey: string, nonce: string): string {
  const recipient = Buffer.from(serverKey, 'base64url');
  const secret = x25519.utils.randomSecretKey();
  const sender = Buffer.from(x25519.getPublicKey(secret));
  const keys = hkdf(
    sha256,
    x25519.getSharedSecret(secret, recipient),
    Buffer.concat([sender, recipient]),
    Buffer.from('vitrine/sign-in/1'),
    56,
  );
  const box = xchacha20poly1305(keys.subarray(0, 32), keys.subarray(32), sender).encrypt(Buffer.from(JSON.stringify({ password, nonce })));
  return `sealed:${Buffer.concat([sender, box]).toString('base64url')}`;
}
