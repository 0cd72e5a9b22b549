import { createHash, randomBytes } from 'node:crypto';

/** Creates a token of 256 random bits, base64url, which cannot be guessed. */
export const createToken = (): string => randomBytes(32).toString('base64url');

/** Random tokens need no slow hash; this only keeps a leaked table from opening anything. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();
