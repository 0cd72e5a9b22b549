import type { TimelineMonth } from '@vitrine/contract';

const BYTES_PER_MEDIA = 4;

/** Splits a buffer with four bytes per media item (month number and aspect ratio) into months, keeping the order. */
export function splitIntoMonths(shape: Buffer, firstYear: number): TimelineMonth[] {
  const months: TimelineMonth[] = [];
  for (let from = 0; from < shape.length; ) {
    const number = shape.readUInt16BE(from);
    let to = from;
    while (to < shape.length && shape.readUInt16BE(to) === number) to += BYTES_PER_MEDIA;
    const count = (to - from) / BYTES_PER_MEDIA;
    const ratios = Buffer.allocUnsafe(count * 2);
    for (let index = 0; index < count; index += 1) ratios.writeUInt16LE(shape.readUInt16BE(from + index * BYTES_PER_MEDIA + 2), index * 2);
    months.push({ month: formatMonth(number, firstYear), count, ratios: ratios.toString('base64') });
    from = to;
  }
  return months;
}

const formatMonth = (number: number, firstYear: number): string =>
  `${firstYear + Math.floor(number / 12)}-${String((number % 12) + 1).padStart(2, '0')}`;

/** Returns the start of the following month, in UTC. */
export const getStartOfNextMonth = (month: string): Date => getPeriod(month).end;

/** Returns the start of a month or day, and the start of the next one, in UTC. */
export function getPeriod(period: string): { start: Date; end: Date } {
  const [year = 0, month = 1, day] = period.split('-').map(Number);
  const end = day === undefined ? Date.UTC(year, month, 1) : Date.UTC(year, month - 1, day + 1);
  return { start: new Date(Date.UTC(year, month - 1, day ?? 1)), end: new Date(end) };
}
