/** Pictures of characters that the contact form asks to type. Nothing is stored until one was answered: the id is the answer, sealed, with its expiry. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { xchacha20poly1305 } from '@noble/ciphers/chacha.js';
import { LRUCache } from 'lru-cache';
import svgCaptcha from 'svg-captcha';
import { entriesUpTo } from '../../platform/bounds.ts';
import type { Clock } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';

const NONCE_BYTES = 24;
const VALID_MS = 10 * 60_000;
const MAX_ANSWERED = 100_000;
/** Without characters that look alike. */
const drawing = { size: 5, noise: 2, ignoreChars: '0oO1iIlL5sS2zZ', width: 180, height: 60, fontSize: 56, color: false };

export function createCaptchas(key: Buffer, clock: Clock) {
  const answered = new LRUCache<string, true>({ ...entriesUpTo(MAX_ANSWERED), ttl: VALID_MS });
  const digest = (text: string) => createHmac('sha256', key).update(text.toLowerCase()).digest();

  return {
    draw(): { captchaId: string; svg: string } {
      const { text, data } = svgCaptcha.create(drawing);
      const nonce = randomBytes(NONCE_BYTES);
      const sealed = xchacha20poly1305(key, nonce).encrypt(Buffer.from(JSON.stringify([text, clock.now().getTime() + VALID_MS])));
      return { captchaId: Buffer.concat([nonce, sealed]).toString('base64url'), svg: data };
    },
    /** Each captcha can be answered once, rightly or wrongly. */
    assertAnswered(captchaId: string, answer: string): void {
      const [text, expiresAt] = openCaptcha(captchaId, key);
      const isFresh = expiresAt > clock.now().getTime() && !answered.has(captchaId);
      answered.set(captchaId, true);
      if (!isFresh || !timingSafeEqual(digest(text), digest(answer))) throw new AppError('CAPTCHA_MISMATCH');
    },
  };
}

export type Captchas = ReturnType<typeof createCaptchas>;

/** What the picture shows, for whoever holds the installation's key. */
export function openCaptcha(captchaId: string, key: Buffer): [text: string, expiresAt: number] {
  try {
    const bytes = Buffer.from(captchaId, 'base64url');
    const plain = xchacha20poly1305(key, bytes.subarray(0, NONCE_BYTES)).decrypt(bytes.subarray(NONCE_BYTES));
    return JSON.parse(Buffer.from(plain).toString()) as [string, number];
  } catch (cause) {
    throw new AppError('CAPTCHA_MISMATCH', undefined, { cause });
  }
}
