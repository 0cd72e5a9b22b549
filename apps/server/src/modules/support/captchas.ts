/** Pictures of characters that the contact form asks to type, and groups of tones to count for those who do not see them. Nothing is stored until one was answered: the id is the answer, sealed, with its expiry. */
import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { xchacha20poly1305 } from '@noble/ciphers/chacha.js';
import svgCaptcha from 'svg-captcha';
import type { Clock } from '../../platform/clock.ts';
import { autocommit, type Database } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { synthesise } from './captcha-sound.ts';
import { consumeCaptcha, deleteOldCaptchas } from './support.store.ts';

const NONCE_BYTES = 24;
const VALID_MS = 10 * 60_000;
const GROUPS = 5;
const MOST_TONES = 6;
/** Without characters that look alike. */
const drawing = { size: 5, noise: 2, ignoreChars: '0oO1iIlL5sS2zZ', width: 180, height: 60, fontSize: 56, color: false };

export function createCaptchas({ key, db, clock }: { key: Buffer; db: Database; clock: Clock }) {
  const digest = (text: string) => createHmac('sha256', key).update(text.toLowerCase()).digest();
  const isAnswer = (text: string, answer: string) => timingSafeEqual(digest(text), digest(answer.replace(/\s/g, '')));
  const assertFresh = ({ expiresAt }: Captcha) => {
    if (expiresAt <= clock.now().getTime()) throw new AppError('CAPTCHA_MISMATCH');
  };

  return {
    draw(): { captchaId: string; svg: string } {
      const { text, data } = svgCaptcha.create(drawing);
      const tones = Array.from({ length: GROUPS }, () => randomInt(1, MOST_TONES + 1)).join('');
      const nonce = randomBytes(NONCE_BYTES);
      const sealed = xchacha20poly1305(key, nonce).encrypt(Buffer.from(JSON.stringify([text, clock.now().getTime() + VALID_MS, tones])));
      return { captchaId: Buffer.concat([nonce, sealed]).toString('base64url'), svg: data };
    },
    /** A WAV file: groups of tones, whose numbers are the answer. */
    sound(captchaId: string): Buffer {
      const captcha = openCaptcha(captchaId, key);
      assertFresh(captcha);
      return synthesise([...captcha.tones].map(Number));
    },
    /** Each captcha can be answered once, rightly or wrongly, whichever process is asked. */
    async assertAnswered(captchaId: string, answer: string): Promise<void> {
      const captcha = openCaptcha(captchaId, key);
      assertFresh(captcha);
      const isFirst = await consumeCaptcha(autocommit(db), { nonce: captcha.nonce, expires_at: new Date(captcha.expiresAt) });
      const isRight = [captcha.text, captcha.tones].some((text) => isAnswer(text, answer));
      if (!isFirst || !isRight) throw new AppError('CAPTCHA_MISMATCH');
    },
    async removeOld(): Promise<void> {
      await deleteOldCaptchas(autocommit(db), clock.now());
    },
  };
}

export type Captchas = ReturnType<typeof createCaptchas>;

interface Captcha {
  nonce: Buffer;
  text: string;
  expiresAt: number;
  /** How many each group of tones has, as digits. */
  tones: string;
}

/** What the picture shows, for whoever holds the installation's key. */
export function openCaptcha(captchaId: string, key: Buffer): Captcha {
  try {
    const bytes = Buffer.from(captchaId, 'base64url');
    // Decoding passes over what is no base64url: only one spelling of an id is taken.
    if (bytes.toString('base64url') !== captchaId) throw new Error('The id is not spelled as it was given out.');
    const nonce = bytes.subarray(0, NONCE_BYTES);
    const plain = xchacha20poly1305(key, nonce).decrypt(bytes.subarray(NONCE_BYTES));
    const [text, expiresAt, tones] = JSON.parse(Buffer.from(plain).toString()) as [string, number, string];
    return { nonce, text, expiresAt, tones };
  } catch (cause) {
    throw new AppError('CAPTCHA_MISMATCH', undefined, { cause });
  }
}
