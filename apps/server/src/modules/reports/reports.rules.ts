import { AppError } from '../../platform/errors.ts';

const DAY_MS = 86_400_000;

/** Number of days of a period, both ends included; not positive when it ends before it starts. */
export const countDays = ({ from, to }: { from: string; to: string }): number => (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;

/** Position of a row in a list: what it is sorted by, and its id. */
export interface Place {
  name: string;
  id: string;
}

const PLACE = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}) (.*)$/s;

export const formatPlace = ({ name, id }: Place): string => `${id} ${name}`;

/** Parses the position of a page from a request. INVALID. */
export function parsePlace(after: string | undefined): Place | undefined {
  if (after === undefined) return undefined;
  const [, id, name] = PLACE.exec(after) ?? [];
  if (id === undefined || name === undefined) throw new AppError('INVALID', 'Pass `next` of the page before as `after`.');
  return { id, name };
}

/** Parses a position in a list that is sorted by a number. INVALID. */
export function parseCountPlace(after: string | undefined): { count: number; id: string } | undefined {
  const place = parsePlace(after);
  if (!place) return undefined;
  const count = Number(place.name);
  if (!Number.isSafeInteger(count) || count < 0) throw new AppError('INVALID', 'Pass `next` of the page before as `after`.');
  return { count, id: place.id };
}
