/** Capture date, camera and place in a file's metadata. */
export interface MediaMetadata {
  /** ISO 8601 in UTC. Without a time zone in the file, the camera's local time is treated as UTC. */
  takenAt: string | null;
  /** Offset of the local clock from UTC, in minutes; null when the file does not state it. */
  offsetMin: number | null;
  camera: string | null;
  lens: string | null;
  /** Degrees. */
  position: Position | null;
  /** City, region and country; null where nothing is near. */
  place: string | null;
  /** True when the bytes may contain the place of capture, including places that could not be parsed. */
  hasLocation: boolean;
}

export interface Position {
  latitude: number;
  longitude: number;
}

export const NO_METADATA: MediaMetadata = {
  takenAt: null,
  offsetMin: null,
  camera: null,
  lens: null,
  position: null,
  place: null,
  hasLocation: false,
};

/** Year of the oldest known photograph. */
const EARLIEST_MS = Date.UTC(1826, 0, 1);
/** Tolerance for clocks that run ahead and for time zones. */
const MAX_FUTURE_MS = 36 * 3_600_000;
/** Zones reach from -12 to +14 hours; clocks set by hand a little further. */
const MAX_OFFSET_MIN = 15 * 60;
const MAX_TEXT_LENGTH = 100;

export type CaptureTime = Pick<MediaMetadata, 'takenAt' | 'offsetMin'>;
export const NO_DATE: CaptureTime = { takenAt: null, offsetMin: null };

/** Parses `2019:07:21 14:03:59` and ISO 8601, with an optional `Z` or `+02:00` in it or next to it. Seconds may be missing. Impossible dates are ignored. */
export function parseCaptureTime(text: string | undefined, offset?: string): CaptureTime {
  const parts = /^(\d{4})[:-](\d\d)[:-](\d\d)[ T](\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?\s*(Z|[+-]\d\d:?\d\d)?/.exec(text ?? '');
  if (!parts) return NO_DATE;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.slice(1, 7).map((part) => Number(part ?? 0));
  const clock = new Date(Date.UTC(year, month - 1, day, hour, minute, second));
  // `Date.UTC` turns 31 February into 3 March.
  const isValidDate = clock.getUTCMonth() === month - 1 && clock.getUTCDate() === day && clock.getUTCHours() === hour;
  const offsetMin = parseOffset(parts[7] ?? offset);
  const at = new Date(clock.getTime() - (offsetMin ?? 0) * 60_000);
  if (!isValidDate || at.getTime() < EARLIEST_MS || at.getTime() > Date.now() + MAX_FUTURE_MS) return NO_DATE;
  return { takenAt: at.toISOString(), offsetMin };
}

function parseOffset(text: string | undefined): number | null {
  if (text?.startsWith('Z')) return 0;
  const parts = /^([+-])(\d\d):?(\d\d)/.exec(text ?? '');
  if (!parts) return null;
  const minutes = (parts[1] === '-' ? -1 : 1) * (Number(parts[2]) * 60 + Number(parts[3]));
  return Math.abs(minutes) <= MAX_OFFSET_MIN && Number(parts[3]) < 60 ? minutes : null;
}

/** Formats an offset for ISO 8601 and EXIF, such as `+02:00`. */
export function formatOffset(minutes: number): string {
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `${minutes < 0 ? '-' : '+'}${String(hours).padStart(2, '0')}:${String(rest).padStart(2, '0')}`;
}

/** Parses a position. Returns null also for 0, 0, which devices write without a position fix. */
export function parsePosition(latitude: unknown, longitude: unknown): Position | null {
  if (typeof latitude !== 'number' || typeof longitude !== 'number') return null;
  const isOnGlobe = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
  return isOnGlobe && (latitude !== 0 || longitude !== 0) ? { latitude, longitude } : null;
}

/** Returns text of a file as one short line without control characters. */
export function sanitizeText(text: unknown): string | null {
  if (typeof text !== 'string') return null;
  const line = text
    .slice(0, 10 * MAX_TEXT_LENGTH)
    .toWellFormed()
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return [...line].slice(0, MAX_TEXT_LENGTH).join('').trim() || null;
}

/** Combines maker and model. Model names often begin with the maker's name. */
export function formatCameraName(make: unknown, model: unknown): string | null {
  const [maker, name] = [sanitizeText(make), sanitizeText(model)];
  if (!maker || !name) return name ?? maker;
  return name.toLowerCase().startsWith(maker.toLowerCase()) ? name : sanitizeText(`${maker} ${name}`);
}
