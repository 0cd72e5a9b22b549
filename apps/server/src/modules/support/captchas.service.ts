/**
 * Captchas of the contact form: a picture of characters, or groups of beeps to count. Nothing is stored until a captcha is answered, because its id is the
 * sealed answer with the time of expiry.
 */
import { createHmac, hash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { xchacha20poly1305 } from '@noble/ciphers/chacha.js';
import { isSolved, puzzleText } from '@vitrine/contract/proof-of-work';
import type { Clock } from '../../platform/clock.ts';
import { autocommit, type Database } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { synthesizeCaptchaSound } from './captcha-sound.ts';
import { consumeCaptcha, deleteOldCaptchas } from './support.store.ts';

const NONCE_BYTES = 24;
const CAPTCHA_TTL_MS = 10 * 60_000;
const TONE_GROUPS = 5;
const MAX_TONES_PER_GROUP = 6;
/** Excludes characters that look alike. */
const DRAWING_OPTIONS = { size: 5, noise: 2, ignoreChars: '0oO1iIlL5sS2zZ', width: 180, height: 60, fontSize: 56, color: false };

export function createCaptchasService({ key, db, clock }: { key: Buffer; db: Database; clock: Clock }) {
  const digest = (text: string) => createHmac('sha256', key).update(text.toLowerCase()).digest();
  const isCorrectAnswer = (text: string, answer: string) => timingSafeEqual(digest(text), digest(answer.replace(/\s/g, '')));
  const assertNotExpired = ({ expiresAt }: Captcha) => {
    if (expiresAt <= clock.now().getTime()) throw new AppError('CAPTCHA_MISMATCH');
  };

  return {
    async draw(): Promise<{ captchaId: string; svg: string }> {
      const { default: svgCaptcha } = await import('svg-captcha');
      const { text, data } = svgCaptcha.create(DRAWING_OPTIONS);
      const tones = Array.from({ length: TONE_GROUPS }, () => randomInt(1, MAX_TONES_PER_GROUP + 1)).join('');
      const nonce = randomBytes(NONCE_BYTES);
      const sealed = xchacha20poly1305(key, nonce).encrypt(
        Buffer.from(JSON.stringify([text, clock.now().getTime() + CAPTCHA_TTL_MS, tones])),
      );
      return { captchaId: Buffer.concat([nonce, sealed]).toString('base64url'), svg: data };
    },
    /** Returns a WAV file with groups of beeps. The number of beeps in each group is the answer. */
    sound(captchaId: string): Buffer {
      const captcha = decryptCaptcha(captchaId, key);
      assertNotExpired(captcha);
      return synthesizeCaptchaSound([...captcha.tones].map(Number));
    },
    /** Accepts each captcha once, in all processes together. A wrong answer uses it up. A missing proof of work does not, and costs no statement. */
    async assertSolved(captchaId: string, answer: string, proofOfWork: readonly number[]): Promise<void> {
      const captcha = decryptCaptcha(captchaId, key);
      assertNotExpired(captcha);
      if (!hasProofOfWork(captchaId, proofOfWork)) throw new AppError('PROOF_INVALID');
      const isFirst = await consumeCaptcha(autocommit(db), { nonce: captcha.nonce, expires_at: new Date(captcha.expiresAt) });
      const isCorrect = [captcha.text, captcha.tones].some((text) => isCorrectAnswer(text, answer));
      if (!isFirst || !isCorrect) throw new AppError('CAPTCHA_MISMATCH');
    },
    async deleteExpired(): Promise<void> {
      await deleteOldCaptchas(autocommit(db), clock.now());
    },
  };
}

export type CaptchasService = ReturnType<typeof createCaptchasService>;

const hasProofOfWork = (captchaId: string, solutions: readonly number[]): boolean =>
  solutions.every((solution, puzzle) => isSolved(hash('sha256', puzzleText(captchaId, puzzle, solution), 'buffer')));

interface Captcha {
  nonce: Buffer;
  text: string;
  expiresAt: number;
  /** Number of tones of each group, as digits. */
  tones: string;
}

/** Returns the text of the image for holders of the installation's key. */
export function decryptCaptcha(captchaId: string, key: Buffer): Captcha {
  try {
    const bytes = Buffer.from(captchaId, 'base64url');
    // Decoding ignores invalid characters, so compare the re-encoded id to accept only one spelling.
    if (bytes.toString('base64url') !== captchaId) throw new Error('Invalid captcha ID.');
    const nonce = bytes.subarray(0, NONCE_BYTES);
    const plain = xchacha20poly1305(key, nonce).decrypt(bytes.subarray(NONCE_BYTES));
    const [text, expiresAt, tones] = JSON.parse(Buffer.from(plain).toString()) as [string, number, string];
    return { nonce, text, expiresAt, tones };
  } catch (cause) {
    throw new AppError('CAPTCHA_MISMATCH', undefined, { cause });
  }
}
