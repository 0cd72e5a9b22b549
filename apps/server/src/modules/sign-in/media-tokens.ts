import { createHmac, timingSafeEqual } from 'node:crypto';

const HASH_BYTES = 32;

/**
 * Creates the value of the media cookie: the session's hashed token with a code that only this installation can compute. It ends with its session, needs no
 * row, and reveals nothing about the session's token.
 */
export function createMediaTokens(key: Buffer) {
  const signSession = (sessionHash: Buffer) => createHmac('sha256', key).update(sessionHash).digest();
  return {
    create: (sessionHash: Buffer): string => Buffer.concat([sessionHash, signSession(sessionHash)]).toString('base64url'),
    /** The session's hashed token; undefined for what was not made here. */
    verify(mediaToken: string): Buffer | undefined {
      const bytes = Buffer.from(mediaToken, 'base64url');
      if (bytes.length !== 2 * HASH_BYTES) return undefined;
      const sessionHash = bytes.subarray(0, HASH_BYTES);
      return timingSafeEqual(signSession(sessionHash), bytes.subarray(HASH_BYTES)) ? sessionHash : undefined;
    },
  };
}

export type MediaTokens = ReturnType<typeof createMediaTokens>;
