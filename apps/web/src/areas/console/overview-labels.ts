import { ATTENTION_DAYS, type AttentionKind, MAX_ATTENTION_COUNT } from '@vitrine/contract/overview';
import { formatCount } from '../../lib/format.ts';

const UNIT_FACTOR = 1000;
const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB', 'PB'];

/** Formats a size with three significant digits, such as `1.24 TB`. */
export function formatCompactSize(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3));
  return `${Number((bytes / UNIT_FACTOR ** power).toPrecision(3))} ${UNITS[power]}`;
}

export const formatNumber = (value: number): string => value.toLocaleString('en-US');

/** Describes a chart for screen readers: first, last and largest value. */
export function getSeriesLabel(values: readonly (number | null)[], format: (value: number) => string): string {
  const known = values.filter((value) => value !== null);
  const [first, last] = [known[0], known.at(-1)];
  if (first === undefined || last === undefined) return 'no data yet';
  if (known.length === 1) return `${format(last)} today`;
  const since = values.length - 1 - values.findIndex((value) => value !== null);
  return `${format(first)} ${formatCount(since, 'day')} ago, ${format(last)} today, highest ${format(Math.max(...known))}`;
}

/** Returns the growth over the last days; undefined when it was not measured for that long. */
export function getGrowth(values: readonly (number | null)[], days: number): number | undefined {
  const [before, now] = [values.at(-1 - days), values.at(-1)];
  return before === null || before === undefined || now === null || now === undefined ? undefined : now - before;
}

const RECENT_PERIOD = `in the last ${ATTENTION_DAYS} days`;
const formatCappedCount = (count: number, one: string, many: string) =>
  count >= MAX_ATTENTION_COUNT ? `${formatNumber(MAX_ATTENTION_COUNT)} or more ${many}` : formatCount(count, one, many);

const ATTENTION_MESSAGES: Record<AttentionKind, (count: number) => string> = {
  workersGone: () => 'No worker is running, so emails and video processing are paused. Start a process with ROLES=worker.',
  diskLow: () => 'The data disk is nearly full. Free up space or use a larger disk.',
  mailFailed: () => 'The last email couldn’t be sent. Check the SMTP settings.',
  mailNotSent: () => 'No SMTP server is configured, so emails are saved as files and not sent.',
  jobsFailed: (count) => `${formatCappedCount(count, 'job', 'jobs')} failed. Retry from the System page.`,
  videosFailed: (count) => `${formatCappedCount(count, 'video', 'videos')} couldn’t be processed in the last ${ATTENTION_DAYS} days.`,
  screensGone: (count) => `${formatCappedCount(count, 'screen has', 'screens have')} been offline for more than a day.`,
  paymentsFailed: (count) => `${formatCappedCount(count, 'payment', 'payments')} failed ${RECENT_PERIOD}.`,
  messagesWaiting: (count) => `${formatCappedCount(count, 'message needs', 'messages need')} an answer.`,
};

export const getAttentionMessage = (kind: AttentionKind, count: number): string => ATTENTION_MESSAGES[kind](count);

/** Returns true for problems that affect users now. */
export const isUrgent = (kind: AttentionKind): boolean => kind === 'workersGone' || kind === 'diskLow' || kind === 'mailFailed';
