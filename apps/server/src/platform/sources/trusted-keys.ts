import { createPublicKey, type KeyObject, X509Certificate } from 'node:crypto';
import { AppError } from '../errors.ts';

/** Certificates and keys of one owner. */
export const MAX_TRUSTED_KEYS = 5;
const MIN_RSA_BITS = 2048;
const CURVES = new Set(['prime256v1', 'secp384r1', 'secp521r1']);
const PEM_BLOCK = /-----BEGIN ([A-Z0-9 ]+)-----[A-Za-z0-9+/=\s]+-----END \1-----/g;

/** A key whose signatures an owner trusts. */
export interface TrustedKey {
  key: KeyObject;
  /** Epoch milliseconds between which the certificate is valid; null for a public key. */
  valid: { from: number; until: number } | null;
}

/** Reads certificates and public keys in the PEM format. INVALID with a sentence for the owner. */
export function parseTrustedKeys(pem: string): TrustedKey[] {
  const blocks = [...pem.matchAll(PEM_BLOCK)];
  if (blocks.length === 0) throw new AppError('INVALID', 'Enter a certificate or a public key in the PEM format.');
  if (blocks.length > MAX_TRUSTED_KEYS) throw new AppError('INVALID', `Enter at most ${MAX_TRUSTED_KEYS} certificates or keys.`);
  return blocks.map(([block, label = '']) => {
    if (label.includes('PRIVATE')) throw new AppError('INVALID', 'This is a private key. Enter the certificate or the public key.');
    const trusted = readKey(block, label);
    assertStrong(trusted.key);
    return trusted;
  });
}

function readKey(block: string, label: string): TrustedKey {
  try {
    if (label !== 'CERTIFICATE') return { key: createPublicKey(block), valid: null };
    const { publicKey, validFrom, validTo } = new X509Certificate(block);
    return { key: publicKey, valid: { from: Date.parse(validFrom), until: Date.parse(validTo) } };
  } catch {
    throw new AppError('INVALID', 'A certificate or key can’t be read. Enter it in the PEM format.');
  }
}

function assertStrong({ asymmetricKeyType: type, asymmetricKeyDetails: details }: KeyObject): void {
  if (type === 'rsa' && (details?.modulusLength ?? 0) >= MIN_RSA_BITS) return;
  if (type === 'ec' && CURVES.has(details?.namedCurve ?? '')) return;
  throw new AppError('INVALID', `Use RSA keys of at least ${MIN_RSA_BITS} bits, or keys on the curves P-256, P-384 or P-521.`);
}
