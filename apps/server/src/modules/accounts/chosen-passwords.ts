import type { chosenPassword, otherChosenPassword } from '@vitrine/contract';
import { AppError } from '../../platform/errors.ts';
import { isCommonPassword } from './password-policy.ts';

/** A sealed password was opaque to the route's schema, so its rules are applied here. */
export function parseNewPassword(rule: typeof chosenPassword | typeof otherChosenPassword, password: string): string {
  const parsed = rule.safeParse(password);
  if (!parsed.success) throw new AppError('INVALID', parsed.error.issues[0]?.message);
  if (isCommonPassword(parsed.data)) throw new AppError('INVALID', 'This password is too common. Choose another one.');
  return parsed.data;
}
