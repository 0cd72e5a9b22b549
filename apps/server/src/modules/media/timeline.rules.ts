import type { TimelineMonth } from '@vitrine/contract';

const BYTES_EACH = 4;

/** Cuts four bytes for each media, its month's number and its ratio, into months; their order stays. */
export function cutIntoMonths(shape: Buffer, firstYear: number): TimelineMonth[] {
  const months: TimelineMonth[] = [];
  for (let from = 0; from < shape.length; ) {
    const number = shape.readUInt16BE(from);
    let to = from;
    while (to < shape.length && shape.readUInt16BE(to) === number) to += BYTES_EACH;
    const count = (to - from) / BYTES_EACH;
    const ratios = Buffer.allocUnsafe(count * 2);
    for (let index = 0; index < count; index += 1) ratios.writeUInt16LE(shape.readUInt16BE(from + index * BYTES_EACH + 2), index * 2);
    months.push({ month: nameMonth(number, firstYear), count, ratios: ratios.toString('base64') });
    from = to;
  }
  return months;
}

const nameMonth = (number: number, firstYear: number): string =>
  `${firstYear + Math.floor(number / 12)}-${String((number % 12) + 1).padStart(2, '0')}`;

/** When the month after this one begins. */
export function endOfMonth(month: string): Date {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 1));
}
