import { type ActiveAlert, ALERT_JOBS_HOURS, ALERT_RENEWALS_HOURS, type AlertSettings } from '@vitrine/contract/alerts';
import { invalidEmailMessage } from '@vitrine/contract/messages';
import { formatCount } from '../../lib/format.ts';

const formatWithin = (hours: number) => (hours === 1 ? 'within an hour' : `within ${hours} hours`);
const formatAtLeast = (count: number, one: string, many: string) => `${formatCount(count, one, many)} or more`;

/** Returns the threshold of each alert as text; `Off` when it is disabled. */
export const getSettingFacts = ({ screensOffline, diskFull, jobsFailed, renewalsFailed, quietMinutes }: AlertSettings) => [
  {
    term: 'Screens offline',
    value: screensOffline.isOn
      ? `${formatAtLeast(screensOffline.count, 'screen', 'screens')}, for ${formatCount(screensOffline.minutes, 'minute', 'minutes')}`
      : 'Off',
  },
  { term: 'Disk nearly full', value: diskFull.isOn ? `${diskFull.percent}% used or more` : 'Off' },
  {
    term: 'Jobs failing',
    value: jobsFailed.isOn ? `${formatAtLeast(jobsFailed.count, 'job', 'jobs')} ${formatWithin(ALERT_JOBS_HOURS)}` : 'Off',
  },
  {
    term: 'Renewals failing',
    value: renewalsFailed.isOn
      ? `${formatAtLeast(renewalsFailed.count, 'renewal', 'renewals')} ${formatWithin(ALERT_RENEWALS_HOURS)}`
      : 'Off',
  },
  { term: 'Time between emails of the same kind', value: `At least ${formatCount(quietMinutes, 'minute', 'minutes')}` },
];

/** Returns the message of an active alert. */
export function getActiveAlertMessage({ kind, subject, count }: ActiveAlert): string {
  switch (kind) {
    case 'screensOffline':
      return formatCount(count, 'screen is offline', 'screens are offline');
    case 'diskFull':
      return `The disk on ${subject} is ${count}% full`;
    case 'jobsFailed':
      return `${formatCount(count, 'job', 'jobs')} failed ${formatWithin(ALERT_JOBS_HOURS)}`;
    case 'renewalsFailed':
      return `${formatCount(count, 'renewal', 'renewals')} failed ${formatWithin(ALERT_RENEWALS_HOURS)}`;
  }
}

interface FieldIssue {
  message?: string | undefined;
}

/** Returns the error of a text with several addresses; the first invalid one is named. */
export function getRecipientsError(fault: FieldIssue | readonly (FieldIssue | undefined)[] | undefined, typed: string): string | undefined {
  if (!fault) return undefined;
  if (!Array.isArray(fault)) return (fault as FieldIssue).message;
  const place = fault.findIndex(Boolean);
  return invalidEmailMessage(typed.split(/[\s,;]+/).filter((word) => word !== '')[place] ?? '');
}
