import { LIMITS, linkPassword } from '@vitrine/contract';
import { AppError } from '../../platform/errors.ts';

const invalid = (message: string) => new AppError('INVALID', message);

/** When the link ends, as a day that makes sense. INVALID. */
export function parseExpiry(expiresAt: string | null, now: Date): Date | null {
  if (expiresAt === null) return null;
  const end = new Date(expiresAt);
  if (end <= now) throw invalid('Choose an expiration date in the future.');
  const latest = new Date(now);
  latest.setUTCFullYear(latest.getUTCFullYear() + LIMITS.linkYearsMax);
  if (end > latest) throw invalid(`Choose an expiration date within ${LIMITS.linkYearsMax} years, or choose Never.`);
  return end;
}

/** A password as it was typed. INVALID. */
export function assertLinkPassword(plain: string): void {
  const { error } = linkPassword.safeParse(plain);
  if (error) throw invalid(error.issues[0]?.message ?? '');
}
