import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { newPasswordWithLetter, replacementPassword } from '@vitrine/contract';
import { AppError } from '../../platform/errors.ts';
import { BRANDS } from '../../platform/mail/brand.ts';
import { serverFolder } from '../../platform/program-files.ts';

/** Length of a digest. An unlisted password is refused by chance once in thirty million. */
export const DIGEST_BYTES = 5;

/** Digest of the lower-case password, because guessing tools vary the case first. */
export const digestPassword = (password: string): Buffer =>
  createHash('sha256').update(password.toLowerCase()).digest().subarray(0, DIGEST_BYTES);

let digests: Buffer | undefined;

/** Whether it is among the hundred thousand most used, by a sorted file of 190 kB that is read when it is first asked for (decision 24). */
export function isCommonPassword(password: string): boolean {
  digests ??= readFileSync(path.join(serverFolder, 'common-passwords.bin'));
  const wanted = digestPassword(password);
  let [low, high] = [0, digests.length / DIGEST_BYTES];
  while (low < high) {
    const middle = (low + high) >> 1;
    const order = wanted.compare(digests, middle * DIGEST_BYTES, (middle + 1) * DIGEST_BYTES);
    if (order === 0) return true;
    if (order < 0) high = middle;
    else low = middle + 1;
  }
  return false;
}

/** Account whose password is chosen. */
export interface PasswordOwner {
  name: string;
  email: string;
}

/** Stands for an account that was deleted in the meantime. */
export const NO_OWNER: PasswordOwner = { name: '', email: '' };

/** Shorter words occur in many passwords by chance. */
const MIN_WORD_LETTERS = 3;
/** Digits and signs next to a name that are as hard to guess as the shortest password. */
const MIN_OTHER_CHARACTERS = 8;

/** Whether a password has no letters but those of the account's name, its email address and the product's name, and few other characters. */
export function isNamePassword(password: string, { name, email }: PasswordOwner): boolean {
  const names = [name, email, email.split('@')[0] ?? '', ...Object.values(BRANDS).map((brand) => brand.name)];
  const words = names
    .flatMap((text) => [text, ...text.split(/[^\p{L}]+/u)])
    .filter((word) => word.length >= MIN_WORD_LETTERS)
    .toSorted((one, other) => other.length - one.length);
  const rest = words.reduce((left, word) => left.replaceAll(word.toLowerCase(), ''), password.toLowerCase());
  return rest.length < MIN_OTHER_CHARACTERS && !/\p{L}/u.test(rest);
}

/** A sealed password was opaque to the route's schema, so its rules are applied here. */
export function parseNewPassword(
  rule: typeof newPasswordWithLetter | typeof replacementPassword,
  password: string,
  owner: PasswordOwner,
): string {
  const parsed = rule.safeParse(password);
  if (!parsed.success) throw new AppError('INVALID', parsed.error.issues[0]?.message);
  if (isCommonPassword(parsed.data)) throw new AppError('INVALID', 'This password is too common. Choose another one.');
  if (isNamePassword(parsed.data, owner))
    throw new AppError(
      'INVALID',
      'This password is the name, the email address or the product’s name with a few digits. Choose another one.',
    );
  return parsed.data;
}
