import { type CaptureTime, NO_DATE, parseCaptureTime } from './media-metadata.ts';

/** Text of a date in a file. */
export interface DateSource {
  text: string | undefined;
  /** Offset from UTC that the file states next to it, such as `+02:00`. */
  offset?: string;
  /** True when the source is defined to be in UTC, so that it states an instant but no local time. */
  isUtc?: boolean;
}

/** Clocks that were never set count from 1904 or 1970. */
const UNSET_CLOCK_MS = Date.UTC(1971, 0, 1);

/**
 * Returns the first date that can be parsed. Zeros, blanks and impossible dates are skipped. A source in UTC does not state the local time: its date gets
 * offset 0, and pages show it as UTC.
 */
export function pickCaptureTime(sources: readonly DateSource[]): CaptureTime {
  for (const { text, offset, isUtc } of sources) {
    const found = parseCaptureTime(text, offset);
    if (found.takenAt === null) continue;
    if (isUtc && new Date(found.takenAt).getTime() < UNSET_CLOCK_MS) continue;
    return isUtc ? { ...found, offsetMin: found.offsetMin ?? 0 } : found;
  }
  return NO_DATE;
}

/** Properties of XMP that hold the capture date, best first (XMP specification part 2, sections 2.2 and 2.6). */
const XMP_DATES = ['exif:DateTimeOriginal', 'exif:DateTimeDigitized', 'photoshop:DateCreated', 'xmp:CreateDate'];
/** A packet is at most one JPEG segment; other formats have no limit. */
const MAX_XMP_BYTES = 1_000_000;

/** Lists the dates of an XMP packet. Properties are attributes or elements. */
export function listXmpDates(xmp: Buffer | undefined): DateSource[] {
  const text = xmp?.toString('utf8', 0, MAX_XMP_BYTES) ?? '';
  return XMP_DATES.map((name) => ({ text: new RegExp(`[\\s<]${name}(?:\\s*=\\s*["']|\\s*>)\\s*([^"'<]{10,40})`).exec(text)?.[1] }));
}

/** Datasets of IPTC-IIM, record 2: date and time of creation, then of digitization (IIM 4.2, section 6). */
const IPTC_DATES: readonly [date: number, time: number][] = [
  [55, 60],
  [62, 63],
];

/** Lists the dates of IPTC data: `20190506` and `070809+0200`. Without a time, the day begins at midnight. */
export const listIptcDates = (iptc: Buffer | undefined): DateSource[] =>
  IPTC_DATES.map(([date, time]) => {
    const day = /^(\d{4})(\d\d)(\d\d)$/.exec(readDataset(iptc, date) ?? '');
    const clock = /^(\d\d)(\d\d)(\d\d)([+-]\d{4})?$/.exec(readDataset(iptc, time) ?? '000000');
    return { text: day && clock ? `${day.slice(1).join('-')} ${clock.slice(1, 4).join(':')}${clock[4] ?? ''}` : undefined };
  });

/** Finds a dataset: a mark, record 2, its number, its length in two bytes. */
function readDataset(iptc: Buffer | undefined, number: number): string | undefined {
  const at = iptc?.indexOf(Buffer.from([0x1c, 2, number])) ?? -1;
  if (!iptc || at < 0 || at + 5 > iptc.length) return undefined;
  return iptc.toString('latin1', at + 5, at + 5 + iptc.readUInt16BE(at + 3)).trim();
}

/** Names of text chunks in PNG that hold the capture date (PNG specification, section 11.3.4.3). */
const PNG_DATES = ['Creation Time', 'creation time', 'DateTimeOriginal'];
const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** Lists the dates in the text of a PNG: as in EXIF, ISO 8601, or as in an email (RFC 1123). */
export const listPngDates = (comments: readonly { keyword: string; text: string }[] | undefined): DateSource[] =>
  PNG_DATES.map((name) => ({ text: normalizeMailDate(comments?.find(({ keyword }) => keyword === name)?.text) }));

function normalizeMailDate(text: string | undefined): string | undefined {
  const parts = /^(?:\w{3}, )?(\d{1,2}) (\w{3}) (\d{4}) (\d\d:\d\d:\d\d) ?([+-]\d{4}|GMT|UTC?|Z)?$/.exec(text?.trim() ?? '');
  if (!parts) return text;
  const [, day = '', month = '', year = '', clock = '', zone = ''] = parts;
  const monthNumber = String(MONTHS.indexOf(month) + 1).padStart(2, '0');
  return `${year}-${monthNumber}-${day.padStart(2, '0')} ${clock}${/^[GUZ]/.test(zone) ? 'Z' : zone}`;
}

/** Date, and optionally time, in file names of phones, cameras and messengers: `IMG_20190506_070809`, `2019-05-06 07.08.09`, `IMG-20190506-WA0001`. */
const NAME_DATE = /(?<!\d)((?:19|20)\d\d)[-_.]?(\d\d)[-_.]?(\d\d)(?:(?:[-_ T.]| at )+(\d\d)[-_.:h]?(\d\d)[-_.:m]?(\d\d)(?:\d{3})?)?(?!\d)/;

/** Returns the date in a file name. Without a time, the day begins at midnight. */
export function readNameDate(fileName: string): DateSource {
  const parts = NAME_DATE.exec(fileName);
  if (!parts) return { text: undefined };
  const [, year, month, day, hour = '00', minute = '00', second = '00'] = parts;
  return { text: `${year}-${month}-${day} ${hour}:${minute}:${second}` };
}
