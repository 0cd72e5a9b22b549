import { ATTENTION_DAYS, ATTENTION_MOST, type AttentionKind } from '@vitrine/contract/overview';
import { formatCount } from '../../lib/format.ts';

const THOUSAND = 1000;
const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB', 'PB'];

/** A size in three digits: `1.24 TB`. */
export function formatCompactSize(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3));
  return `${Number((bytes / THOUSAND ** power).toPrecision(3))} ${UNITS[power]}`;
}

export const formatNumber = (value: number): string => value.toLocaleString('en-US');

/** How a chart went, in words: where it began, where it is, and its largest value. */
export function getSeriesLabel(values: readonly (number | null)[], word: (value: number) => string): string {
  const known = values.filter((value) => value !== null);
  const [first, last] = [known[0], known.at(-1)];
  if (first === undefined || last === undefined) return 'nothing measured yet';
  if (known.length === 1) return `${word(last)} today`;
  const since = values.length - 1 - values.findIndex((value) => value !== null);
  return `from ${word(first)} ${formatCount(since, 'day')} ago to ${word(last)} today, at most ${word(Math.max(...known))}`;
}

/** By how much a value grew in the last days, as far as it is known so long; undefined where it is not. */
export function getGrowth(values: readonly (number | null)[], days: number): number | undefined {
  const [before, now] = [values.at(-1 - days), values.at(-1)];
  return before === null || before === undefined || now === null || now === undefined ? undefined : now - before;
}

const RECENT_PERIOD = `in the last ${ATTENTION_DAYS} days`;
const formatCappedCount = (count: number, one: string, many: string) =>
  count >= ATTENTION_MOST ? `${formatNumber(ATTENTION_MOST)} or more ${many}` : formatCount(count, one, many);

const ATTENTION_MESSAGES: Record<AttentionKind, (count: number) => string> = {
  workersGone: () => 'No process does jobs: mails and videos wait.',
  diskLow: () => 'The disk of the data folder is nearly full.',
  mailFailed: () => 'The last mail could not be sent.',
  mailNotSent: () => 'No SMTP server is set: mails are kept as files and reach nobody.',
  jobsFailed: (count) => `${formatCappedCount(count, 'job', 'jobs')} failed and will not be tried again.`,
  videosFailed: (count) => `${formatCappedCount(count, 'video', 'videos')} of the last ${ATTENTION_DAYS} days could not be processed.`,
  screensGone: (count) => `${formatCappedCount(count, 'screen has', 'screens have')} been offline for more than a day.`,
  paymentsFailed: (count) => `${formatCappedCount(count, 'payment', 'payments')} failed ${RECENT_PERIOD}.`,
  messagesWaiting: (count) => `${formatCappedCount(count, 'message waits', 'messages wait')} for an answer.`,
};

export const getAttentionMessage = (kind: AttentionKind, count: number): string => ATTENTION_MESSAGES[kind](count);

/** What stops people; the rest can wait a while. */
export const isUrgent = (kind: AttentionKind): boolean => kind === 'workersGone' || kind === 'diskLow' || kind === 'mailFailed';
