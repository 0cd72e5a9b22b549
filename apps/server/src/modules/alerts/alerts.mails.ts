import type { AlertKind } from '@vitrine/contract';
import { PRODUCT } from '../../platform/mail/brand.ts';
import { type Addressee, composeMail } from '../../platform/mail/compose-mail.ts';
import { mailedName } from '../../platform/mail/mailed-name.ts';
import type { Mail } from '../../platform/mail/mailer.ts';
import type { OfflineScreens } from './alerts.read-model.ts';
import type { News } from './alerts.rules.ts';

/** What was found of a thing, with what the mail says of it. */
export type Finding =
  | { kind: 'screensOffline'; count: number; minutes: number; named: OfflineScreens['named'] }
  | { kind: 'diskFull'; count: number; host: string; folder: string; total: number; free: number }
  | { kind: 'jobsFailed'; count: number; kinds: readonly { kind: string; count: number }[] }
  | { kind: 'renewalsFailed'; count: number };

interface Letter {
  subject: string;
  body: string;
  /** What to do. */
  note: string;
  button: string;
  path: string;
}

const SYSTEM = { button: 'Open System page', path: '/admin/system' };
const FAILED_JOBS = { button: 'View failed jobs', path: '/admin/system?jobs=failed' };
const SCREENS = { button: 'View offline screens', path: '/admin/devices?filter=offline' };
const PAYMENTS = { button: 'View failed payments', path: '/admin/payment?event=paymentfailed' };

const WAS_TOLD = 'You don’t need to do anything. You can change alert emails on the System page.';

const countOf = (count: number, one: string, many: string) => (count === 1 ? `1 ${one}` : `${count} ${many}`);
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const gigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(1)} GB`;
const timeOf = (date: Date) =>
  `${date.toLocaleString('en-US', { month: 'long', day: 'numeric', hour: 'numeric', minute: '2-digit', timeZone: 'UTC' })} UTC`;
const linesOf = (lines: readonly string[], left: number) =>
  [...lines.map((line) => `• ${line}`), ...(left > 0 ? [`and ${left} more`] : [])].join('\n');

type LetterOf<Kind extends AlertKind> = (found: Extract<Finding, { kind: Kind }>, news: News) => Letter;

const LETTERS: { [Kind in AlertKind]: LetterOf<Kind> } = {
  screensOffline({ count, minutes, named }, news) {
    const screens = countOf(count, 'screen', 'screens');
    const [is, has] = count === 1 ? ['is', 'has'] : ['are', 'have'];
    if (news === 'over')
      return {
        subject: count === 0 ? 'All screens are back online' : `${screens} still offline`,
        body:
          count === 0
            ? 'All screens with published playlists are back online.'
            : `${capital(screens)} with published playlists ${is} still offline.`,
        note: WAS_TOLD,
        ...SCREENS,
      };
    const lines = named.map(({ name, code, seenAt }) => `${mailedName(name)} (${code}), last seen ${timeOf(seenAt)}`);
    return {
      subject: capital(`${screens} ${is} offline${news === 'grown' ? ' now' : ''}`),
      body: `${capital(screens)} with published playlists ${has} been offline for more than ${minutes} minutes:\n${linesOf(lines, count - named.length)}`,
      note: 'Check power and network at the screens. A screen that has only lost its network keeps playing and reconnects automatically. If many screens went offline at the same time, check the server and its network first. Run “npm run doctor” for a diagnosis.',
      ...SCREENS,
    };
  },

  diskFull({ count, host, folder, total, free }, news) {
    const room = `${folder} on ${host} has ${gigabytes(free)} of ${gigabytes(total)} free (${count}% used).`;
    if (news === 'over')
      return {
        subject: `Disk space on ${host} is back to normal`,
        body: `There’s enough disk space again. ${capital(room)}`,
        note: WAS_TOLD,
        ...SYSTEM,
      };
    return {
      subject: `The disk on ${host} is nearly full`,
      body: `A disk is nearly full. ${capital(room)}`,
      note: 'Delete files you don’t need there, such as old backups and logs, or use a larger disk. Uploads stop when less than 256 MB is free, and the database stops when the disk is full.',
      ...SYSTEM,
    };
  },

  jobsFailed({ count, kinds }, news) {
    if (news === 'over')
      return {
        subject: 'Jobs are running again',
        body: `Fewer jobs failed in the last hour (${count}). Earlier failed jobs stay in the list until you retry them.`,
        note: 'Retry the failed jobs on the System page.',
        ...FAILED_JOBS,
      };
    return {
      subject: `${capital(countOf(count, 'job', 'jobs'))} failed`,
      body: `${countOf(count, 'job', 'jobs')} failed in the last hour after the maximum number of attempts:\n${linesOf(
        kinds.map((one) => `${one.kind}: ${one.count}`),
        0,
      )}`,
      note: 'The System page shows the errors. Fix the cause, then retry the jobs there. Nothing is lost.',
      ...FAILED_JOBS,
    };
  },

  renewalsFailed({ count }, news) {
    const renewals = countOf(count, 'renewal', 'renewals');
    if (news === 'over')
      return {
        subject: 'Renewal payments are back to normal',
        body:
          count === 0
            ? 'All renewals from the last day are paid.'
            : `${capital(renewals)} from the last day ${count === 1 ? 'is' : 'are'} still unpaid.`,
        note: WAS_TOLD,
        ...PAYMENTS,
      };
    return {
      subject: `${capital(renewals)} failed`,
      body: `${capital(renewals)} couldn’t be charged in the last day. The subscriptions stay active, the customers have been notified, and the payment provider will retry.`,
      note: 'One or two failures usually mean expired cards. If many fail at once, check the payment provider’s dashboard, the API keys and whether webhooks arrive.',
      ...PAYMENTS,
    };
  },
};

/** The generic is what ties a finding to its letter. */
const letterOf = <Kind extends AlertKind>(found: Extract<Finding, { kind: Kind }>, news: News): Letter =>
  (LETTERS[found.kind as Kind] as LetterOf<Kind>)(found, news);

export function alertMail(reader: Addressee, found: Finding, news: News, publicUrl: string): Mail {
  const { subject, path, ...letter } = letterOf(found, news);
  return composeMail(reader, { ...letter, subject: `${PRODUCT}: ${subject}`, link: `${publicUrl}${path}` });
}
