import { ALERT_JOBS_HOURS, ALERT_RENEWALS_HOURS, type AlertSettings, type StandingAlert } from '@vitrine/contract/alerts';
import { notAnEmail } from '@vitrine/contract/messages';
import { countOf } from '../../lib/format.ts';

const within = (hours: number) => (hours === 1 ? 'within an hour' : `within ${hours} hours`);
const orMore = (count: number, one: string, many: string) => `${countOf(count, one, many)} or more`;

/** From when on each is told, in words; `Off` where it is not. */
export const settingFacts = ({ screensOffline, diskFull, jobsFailed, renewalsFailed, quietMinutes }: AlertSettings) => [
  {
    term: 'Screens offline',
    value: screensOffline.isOn
      ? `${orMore(screensOffline.count, 'screen', 'screens')}, for ${countOf(screensOffline.minutes, 'minute', 'minutes')}`
      : 'Off',
  },
  { term: 'Disk nearly full', value: diskFull.isOn ? `${diskFull.percent} % used or more` : 'Off' },
  { term: 'Jobs failing', value: jobsFailed.isOn ? `${orMore(jobsFailed.count, 'job', 'jobs')} ${within(ALERT_JOBS_HOURS)}` : 'Off' },
  {
    term: 'Renewals failing',
    value: renewalsFailed.isOn ? `${orMore(renewalsFailed.count, 'renewal', 'renewals')} ${within(ALERT_RENEWALS_HOURS)}` : 'Off',
  },
  { term: 'Between two mails of one kind', value: `At least ${countOf(quietMinutes, 'minute', 'minutes')}` },
];

/** What is wrong now. */
export function standingWords({ kind, subject, count }: StandingAlert): string {
  switch (kind) {
    case 'screensOffline':
      return countOf(count, 'screen is offline', 'screens are offline');
    case 'diskFull':
      return `The disk of ${subject} is ${count} % full`;
    case 'jobsFailed':
      return `${countOf(count, 'job', 'jobs')} failed ${within(ALERT_JOBS_HOURS)}`;
    case 'renewalsFailed':
      return `${countOf(count, 'renewal', 'renewals')} failed ${within(ALERT_RENEWALS_HOURS)}`;
  }
}

interface Fault {
  message?: string | undefined;
}

/** Of addresses typed in one text: the first that is none is named. */
export function recipientsFault(fault: Fault | readonly (Fault | undefined)[] | undefined, typed: string): string | undefined {
  if (!fault) return undefined;
  if (!Array.isArray(fault)) return (fault as Fault).message;
  const place = fault.findIndex(Boolean);
  return notAnEmail(typed.split(/[\s,;]+/).filter((word) => word !== '')[place] ?? '');
}
