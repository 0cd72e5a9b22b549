import type { Source, SourceKindName } from '@vitrine/contract/sources';
import { formatCount } from '../../lib/format.ts';

export const KIND_LABELS: Record<SourceKindName, string> = {
  feed: 'Headlines',
  calendar: 'Calendar',
  table: 'Table',
  weather: 'Weather',
};

const TIME = new Intl.DateTimeFormat('en-US', { timeStyle: 'short' });
const DATE_AND_TIME = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' });

/** Formats the time of today, and other moments with their date. */
function formatMoment(iso: string, now: Date): string {
  const moment = new Date(iso);
  return (moment.toDateString() === now.toDateString() ? TIME : DATE_AND_TIME).format(moment).replace('\u202f', ' ');
}

type SourceState = Pick<Source, 'state' | 'checkedAt' | 'changedAt' | 'failingSince'>;

/** Describes how recent the data is, such as 'Current as of 2:20 PM'. */
export function describeState({ state, checkedAt, changedAt, failingSince }: SourceState, now = new Date()): string {
  if (state === 'waiting') return 'Fetching…';
  if (state === 'failing') return failingSince === null ? 'Failing' : `Failing since ${formatMoment(failingSince, now)}`;
  const moment = checkedAt ?? changedAt;
  return moment === null ? 'Current' : `Current as of ${formatMoment(moment, now)}`;
}

export const describeUse = ({ usedBy }: Pick<Source, 'usedBy'>): string =>
  usedBy === 0 ? 'Not used by any widget' : `Used by ${formatCount(usedBy, 'widget')}`;

/** Returns true for sources whose data is fetched. Tables that were typed and copies from other accounts are not. */
export const isFetched = ({ kind, hasAddress }: Pick<Source, 'kind' | 'hasAddress'>): boolean => hasAddress || kind === 'weather';

const MINUTES_PER_HOUR = 60;

export function formatInterval(minutes: number): string {
  if (minutes < MINUTES_PER_HOUR) return `Every ${minutes} minutes`;
  const hours = minutes / MINUTES_PER_HOUR;
  if (hours === 24) return 'Once a day';
  return hours === 1 ? 'Every hour' : `Every ${Number(hours.toFixed(1))} hours`;
}
