import { AppError } from '../../platform/errors.ts';

/** Year of the first photograph. */
const EARLIEST = new Date('1826-01-01T00:00:00Z');
/** Clocks at the place of capture may be this far ahead of UTC. */
const MAX_OFFSET_MS = 14 * 3_600_000;

/** Parses a capture time as shown by a local clock; the result is that time in UTC. INVALID for dates that no photo can have. */
export function parseTakenAt(text: string | null, now: Date): Date | null {
  if (text === null) return null;
  const at = new Date(`${text}Z`);
  if (at.getTime() > now.getTime() + MAX_OFFSET_MS) throw new AppError('INVALID', 'The date taken can’t be in the future.');
  if (at < EARLIEST) throw new AppError('INVALID', 'Enter a date after 1825.');
  return at;
}
