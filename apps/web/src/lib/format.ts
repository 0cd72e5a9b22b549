const KILO = 1e3;
const MEGA = 1e6;
const GIGA = 1e9;

/** Sizes switch units by powers of 1000, with two decimals and four for GB, as the specification writes them (2 §9). */
export function formatBytes(bytes: number): string {
  if (bytes >= GIGA) return `${(bytes / GIGA).toFixed(4)} GB`;
  if (bytes >= MEGA) return `${(bytes / MEGA).toFixed(2)} MB`;
  return `${(bytes / KILO).toFixed(2)} KB`;
}

/** Formats a limit, or the rest of one: `5 GB`, `1.5 MB`. */
export function formatLimit(bytes: number): string {
  const [figure, unit] = formatBytes(bytes).split(' ');
  return `${Number(Number(figure).toFixed(2))} ${unit}`;
}

const STEP = 1024;
const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB'];

/** The size of one file, in steps of 1024 (specification 2 §9). */
export function formatFileSize(bytes: number): string {
  const power = Math.min(UNITS.length - 1, bytes >= 1 ? Math.floor(Math.log(bytes) / Math.log(STEP)) : 0);
  const value = bytes / STEP ** power;
  return `${Number(value.toFixed(2))} ${UNITS[power]}`;
}

export function formatDate(iso: string): string {
  return new Intl.DateTimeFormat('en-US', { year: 'numeric', month: '2-digit', day: '2-digit' }).format(new Date(iso));
}

/** A day without a time (`1990-05-09`), which is the same in every time zone. */
export function formatDay(day: string): string {
  const [year, month, date] = day.split('-');
  return `${month}/${date}/${year}`;
}

const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

export function formatRelative(iso: string, now = Date.now()): string {
  const seconds = Math.round((new Date(iso).getTime() - now) / 1000);
  for (const [unit, size] of STEPS) {
    if (Math.abs(seconds) >= size) return new Intl.RelativeTimeFormat('en', { numeric: 'auto' }).format(Math.trunc(seconds / size), unit);
  }
  return 'just now';
}

/** `4:07`, or `1:02:33` from an hour on. */
export function formatClock(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const parts = [Math.floor(whole / 60) % 60, whole % 60].map((part, index) =>
    index === 0 && whole < 3600 ? `${part}` : `${part}`.padStart(2, '0'),
  );
  return whole >= 3600 ? [Math.floor(whole / 3600), ...parts].join(':') : parts.join(':');
}

/** `40 s left`, `3 min left`. */
export function formatTimeLeft(seconds: number): string {
  if (!Number.isFinite(seconds)) return '';
  if (seconds < 60) return `${Math.max(1, Math.round(seconds))} sec left`;
  if (seconds < 3600) return `${Math.round(seconds / 60)} min left`;
  return `${(seconds / 3600).toFixed(1)} hr left`;
}

export function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;
}

const DOLLARS = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** `$299.00`, from whole cents. */
export const formatCents = (cents: number): string => DOLLARS.format(cents / 100);

/** `$299`; cents are shown only where there are some. */
export const formatPrice = (cents: number): string => formatCents(cents).replace(/\.00$/, '');

/** Formats a date and time: 'Mar 4, 2026, 9:05 AM'. */
export const formatMoment = (iso: string): string => new Date(iso).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' });
