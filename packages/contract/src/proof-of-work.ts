/**
 * Proof of work for a message from the contact form. For each puzzle the sender finds a number whose SHA-256 digest, together with the challenge, starts
 * with `bits` zero bits. Several small puzzles vary less in total time than a single large one. Eight of 13 bits need 65,000 digests on average.
 */
export const PROOF_OF_WORK = { puzzles: 8, bits: 13 } as const;

/** Length of the random part of a captcha id. It keeps the hashed text within one SHA-256 block. */
const CHALLENGE_LENGTH = 32;

/** Returns the text whose digest must start with zero bits. A captcha expires and works once, and so does a proof for it. */
export const puzzleText = (captchaId: string, puzzle: number, solution: number): string =>
  `${captchaId.slice(0, CHALLENGE_LENGTH)}.${puzzle}.${solution}`;

/** Returns true when the digest starts with enough zero bits. */
export const isSolved = ([first = 255, second = 255]: Uint8Array): boolean => ((first << 8) | second) >>> (16 - PROOF_OF_WORK.bits) === 0;
