import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const RANDOM_BYTES = 16;
const TIME_BYTES = 6;
const SIGNATURE_BYTES = 32;
/** Time in which the user touches the authenticator. */
export const CHALLENGE_TTL_MS = 5 * 60_000;

/** Purpose of a challenge: signing in, or an operation of one session. The answer to one is refused for another. */
export type ChallengePurpose = 'sign-in' | `create ${string}` | `step-up ${string}`;

/**
 * Creates challenges that only this installation can create: random bytes and the time of expiry with a signature. Visitors who request them and never
 * answer leave nothing in the database.
 */
export function createPasskeyChallenges(key: Buffer) {
  const sign = (purpose: ChallengePurpose, content: Buffer) => createHmac('sha256', key).update(`${purpose}\n`).update(content).digest();
  return {
    create(purpose: ChallengePurpose, now: Date): Buffer {
      const expiry = Buffer.alloc(TIME_BYTES);
      expiry.writeUIntBE(now.getTime() + CHALLENGE_TTL_MS, 0, TIME_BYTES);
      const content = Buffer.concat([randomBytes(RANDOM_BYTES), expiry]);
      return Buffer.concat([content, sign(purpose, content)]);
    },
    /** Returns whether the challenge (base64url) was created here for this purpose and has not expired. */
    isValid(challenge: string, purpose: ChallengePurpose, now: Date): boolean {
      const bytes = Buffer.from(challenge, 'base64url');
      if (bytes.length !== RANDOM_BYTES + TIME_BYTES + SIGNATURE_BYTES) return false;
      const content = bytes.subarray(0, RANDOM_BYTES + TIME_BYTES);
      const isOwn = timingSafeEqual(sign(purpose, content), bytes.subarray(RANDOM_BYTES + TIME_BYTES));
      return isOwn && content.readUIntBE(RANDOM_BYTES, TIME_BYTES) > now.getTime();
    },
  };
}

export type PasskeyChallenges = ReturnType<typeof createPasskeyChallenges>;
