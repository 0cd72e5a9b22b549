import { randomBytes } from 'node:crypto';
import { RECOVERY_CODE_COUNT } from '@vitrine/contract';
import { hashToken } from '../../platform/security/tokens.ts';

/** Base32 without digits that look like letters (RFC 4648). */
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const CODE_LENGTH = 16;
const GROUP = /.{4}(?=.)/g;

/** Creates ten codes of 80 random bits, `ABCD-EFGH-IJKL-MNOP`. */
export const createRecoveryCodes = (): string[] => Array.from({ length: RECOVERY_CODE_COUNT }, createCode);

function createCode(): string {
  // Each byte has a whole number of alphabets, so every letter is equally likely.
  const letters = [...randomBytes(CODE_LENGTH)].map((byte) => ALPHABET[byte % ALPHABET.length]);
  return letters.join('').replaceAll(GROUP, '$&-');
}

/** Hashes a code, whether it has hyphens or not. 80 random bits need no slow hash. */
export const hashRecoveryCode = (code: string): Buffer => hashToken(code.replaceAll('-', ''));
