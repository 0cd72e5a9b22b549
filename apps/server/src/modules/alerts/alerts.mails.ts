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

const SYSTEM = { button: 'Open the system page', path: '/admin/system' };
const FAILED_JOBS = { button: 'See the failed jobs', path: '/admin/system?jobs=failed' };
const SCREENS = { button: 'See who is offline', path: '/admin/devices?filter=offline' };
const PAYMENTS = { button: 'See the failed payments', path: '/admin/payment?event=paymentfailed' };

const WAS_TOLD = 'Nothing has to be done. Which mails like this one are sent, and to whom, is set on the system page.';

const countOf = (count: number, one: string, many: string) => (count === 1 ? `one ${one}` : `${count} ${many}`);
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const gigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(1)} GB`;
const timeOf = (date: Date) =>
  `${date.toLocaleString('en-US', { month: 'long', day: 'numeric', hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: 'UTC' })} UTC`;
const linesOf = (lines: readonly string[], left: number) =>
  [...lines.map((line) => `• ${line}`), ...(left > 0 ? [`and ${left} more`] : [])].join('\n');

type LetterOf<Kind extends AlertKind> = (found: Extract<Finding, { kind: Kind }>, news: News) => Letter;

const LETTERS: { [Kind in AlertKind]: LetterOf<Kind> } = {
  screensOffline({ count, minutes, named }, news) {
    const screens = countOf(count, 'screen', 'screens');
    const [is, has] = count === 1 ? ['is', 'has'] : ['are', 'have'];
    if (news === 'over')
      return {
        subject: count === 0 ? 'No screen is offline any more' : `Only ${screens} ${is} still offline`,
        body:
          count === 0
            ? 'every screen that has something to show is there again.'
            : `only ${screens} with something to show ${is} still offline.`,
        note: WAS_TOLD,
        ...SCREENS,
      };
    const lines = named.map(({ name, code, seenAt }) => `${mailedName(name)} (${code}), last heard of on ${timeOf(seenAt)}`);
    return {
      subject: capital(`${screens} ${is} offline${news === 'grown' ? ' now' : ''}`),
      body: `${screens} with something to show ${has} been offline for more than ${minutes} minutes:\n${linesOf(lines, count - named.length)}`,
      note: 'Look at power and network where they hang: a screen that only lost the network plays on with what it has, and comes back by itself. If many went at once, look at the server and the way to it first; “npm run doctor” says what is wrong with those.',
      ...SCREENS,
    };
  },

  diskFull({ count, host, folder, total, free }, news) {
    const room = `${folder} on ${host} has ${gigabytes(free)} free of ${gigabytes(total)}: ${count} % are used.`;
    if (news === 'over')
      return {
        subject: `The disk of ${host} has room again`,
        body: `the disk has room again. ${capital(room)}`,
        note: WAS_TOLD,
        ...SYSTEM,
      };
    return {
      subject: `The disk of ${host} is nearly full`,
      body: `a disk is nearly full. ${capital(room)}`,
      note: 'Remove what does not belong there (old backups, logs), or give it a larger disk. Uploads are refused before the last 256 MB, and a database whose disk is full stops.',
      ...SYSTEM,
    };
  },

  jobsFailed({ count, kinds }, news) {
    if (news === 'over')
      return {
        subject: 'Jobs are done again',
        body: `fewer jobs failed within the last hour: ${count}. Those that failed before wait until somebody retries them.`,
        note: 'Open the system page, and retry what should still be done.',
        ...FAILED_JOBS,
      };
    return {
      subject: `${capital(countOf(count, 'job', 'jobs'))} failed`,
      body: `${countOf(count, 'job was', 'jobs were')} given up within the last hour, after being tried as often as they may be:\n${linesOf(
        kinds.map((one) => `${one.kind}: ${one.count}`),
        0,
      )}`,
      note: 'The system page says with which error. Mend the cause, then retry them there: nothing of them is lost.',
      ...FAILED_JOBS,
    };
  },

  renewalsFailed({ count }, news) {
    const renewals = countOf(count, 'renewal', 'renewals');
    if (news === 'over')
      return {
        subject: 'Renewals are paid again',
        body:
          count === 0 ? 'no renewal of the last day is unpaid.' : `only ${renewals} of the last day ${count === 1 ? 'is' : 'are'} unpaid.`,
        note: WAS_TOLD,
        ...PAYMENTS,
      };
    return {
      subject: `${capital(renewals)} failed`,
      body: `${renewals} of subscriptions could not be charged within the last day. Everything goes on for those who pay them: they were told, and the bank tries again.`,
      note: 'One or two are cards that expired. Many at once point to the bank: look at its dashboard, at the keys, and at whether its events arrive.',
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
