import { AppError } from '../../platform/errors.ts';

const DAY_MS = 86_400_000;

/** Returns the number of days of a period, both ends included. It is not positive when the period ends before it starts. */
export const countDays = ({ from, to }: { from: string; to: string }): number => (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;

/** Position of a row in a sorted list: the text by which the row is sorted, and its id. */
export interface Place {
  name: string;
  id: string;
}

const PLACE = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}) (.*)$/s;

/** Returns a position as the `next` of a page. */
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
