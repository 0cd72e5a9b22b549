import type { AlertKind } from '@vitrine/contract';
import { PRODUCT_PLACEHOLDER } from '../../platform/mail/brand.ts';
import { composeMail, type MailRecipient } from '../../platform/mail/compose-mail.ts';
import type { Mail } from '../../platform/mail/mailer.ts';
import { neutralizeLinks } from '../../platform/mail/neutralize-links.ts';
import type { OfflineScreens } from './alerts.read-model.ts';
import type { AlertChange } from './alerts.rules.ts';

/** Result of a check, as the email describes it. */
export type AlertFinding =
  | { kind: 'screensOffline'; count: number; minutes: number; named: OfflineScreens['named'] }
  | { kind: 'diskFull'; count: number; host: string; folder: string; total: number; free: number }
  | { kind: 'jobsFailed'; count: number; kinds: readonly { kind: string; count: number }[] }
  | { kind: 'renewalsFailed'; count: number };

interface MailText {
  subject: string;
  body: string;
  /** Instruction to the reader. */
  note: string;
  button: string;
  path: string;
}

const SYSTEM_LINK = { button: 'Open System page', path: '/admin/system' };
const FAILED_JOBS_LINK = { button: 'View failed jobs', path: '/admin/system?jobs=failed' };
const OFFLINE_SCREENS_LINK = { button: 'View offline screens', path: '/admin/devices?filter=offline' };
const FAILED_PAYMENTS_LINK = { button: 'View failed payments', path: '/admin/payment?event=paymentfailed' };

const SETTINGS_NOTE = 'You don’t need to do anything. You can change alert emails on the System page.';

const formatCount = (count: number, one: string, many: string) => (count === 1 ? `1 ${one}` : `${count} ${many}`);
const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const formatGigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(1)} GB`;
const formatTime = (date: Date) =>
  `${date.toLocaleString('en-US', { month: 'long', day: 'numeric', hour: 'numeric', minute: '2-digit', timeZone: 'UTC' })} UTC`;
const formatList = (lines: readonly string[], omitted: number) =>
  [...lines.map((line) => `• ${line}`), ...(omitted > 0 ? [`and ${omitted} more`] : [])].join('\n');

type MailTextWriter<Kind extends AlertKind> = (finding: Extract<AlertFinding, { kind: Kind }>, change: AlertChange) => MailText;

const MAIL_TEXTS: { [Kind in AlertKind]: MailTextWriter<Kind> } = {
  screensOffline({ count, minutes, named }, change) {
    const screens = formatCount(count, 'screen', 'screens');
    const [is, has] = count === 1 ? ['is', 'has'] : ['are', 'have'];
    if (change === 'over')
      return {
        subject: count === 0 ? 'All screens are back online' : `${screens} still offline`,
        body:
          count === 0
            ? 'All screens with published playlists are back online.'
            : `${capitalize(screens)} with published playlists ${is} still offline.`,
        note: SETTINGS_NOTE,
        ...OFFLINE_SCREENS_LINK,
      };
    const lines = named.map(({ name, code, seenAt }) => `${neutralizeLinks(name)} (${code}), last seen ${formatTime(seenAt)}`);
    return {
      subject: capitalize(`${screens} ${is} offline${change === 'grown' ? ' now' : ''}`),
      body: `${capitalize(screens)} with published playlists ${has} been offline for more than ${minutes} minutes:\n${formatList(lines, count - named.length)}`,
      note: 'Check power and network at the screens. A screen that has only lost its network keeps playing and reconnects automatically. If many screens went offline at the same time, check the server and its network first. Run “npm run doctor” for a diagnosis.',
      ...OFFLINE_SCREENS_LINK,
    };
  },

  diskFull({ count, host, folder, total, free }, change) {
    const diskUsage = `${folder} on ${host} has ${formatGigabytes(free)} of ${formatGigabytes(total)} free (${count}% used).`;
    if (change === 'over')
      return {
        subject: `Disk space on ${host} is back to normal`,
        body: `There’s enough disk space again. ${capitalize(diskUsage)}`,
        note: SETTINGS_NOTE,
        ...SYSTEM_LINK,
      };
    return {
      subject: `The disk on ${host} is nearly full`,
      body: `A disk is nearly full. ${capitalize(diskUsage)}`,
      note: 'Delete files you don’t need there, such as old backups and logs, or use a larger disk. Uploads stop when less than 256 MB is free, and the database stops when the disk is full.',
      ...SYSTEM_LINK,
    };
  },

  jobsFailed({ count, kinds }, change) {
    if (change === 'over')
      return {
        subject: 'Jobs are running again',
        body: `Fewer jobs failed in the last hour (${count}). Earlier failed jobs stay in the list until you retry them.`,
        note: 'Retry the failed jobs on the System page.',
        ...FAILED_JOBS_LINK,
      };
    return {
      subject: `${capitalize(formatCount(count, 'job', 'jobs'))} failed`,
      body: `${formatCount(count, 'job', 'jobs')} failed in the last hour after the maximum number of attempts:\n${formatList(
        kinds.map(({ kind, count: failed }) => `${kind}: ${failed}`),
        0,
      )}`,
      note: 'The System page shows the errors. Fix the cause, then retry the jobs there. Nothing is lost.',
      ...FAILED_JOBS_LINK,
    };
  },

  renewalsFailed({ count }, change) {
    const renewals = formatCount(count, 'renewal', 'renewals');
    if (change === 'over')
      return {
        subject: 'Renewal payments are back to normal',
        body:
          count === 0
            ? 'All renewals from the last day are paid.'
            : `${capitalize(renewals)} from the last day ${count === 1 ? 'is' : 'are'} still unpaid.`,
        note: SETTINGS_NOTE,
        ...FAILED_PAYMENTS_LINK,
      };
    return {
      subject: `${capitalize(renewals)} failed`,
      body: `${capitalize(renewals)} couldn’t be charged in the last day. The subscriptions stay active, the customers have been notified, and the payment provider will retry.`,
      note: 'One or two failures usually mean expired cards. If many fail at once, check the payment provider’s dashboard, the API keys and whether webhooks arrive.',
      ...FAILED_PAYMENTS_LINK,
    };
  },
};

/** The type parameter ties each finding to the writer of its kind. */
const writeMailText = <Kind extends AlertKind>(finding: Extract<AlertFinding, { kind: Kind }>, change: AlertChange): MailText =>
  (MAIL_TEXTS[finding.kind as Kind] as MailTextWriter<Kind>)(finding, change);

export function alertMail(reader: MailRecipient, finding: AlertFinding, change: AlertChange, publicUrl: string): Mail {
  const { subject, path, ...content } = writeMailText(finding, change);
  return composeMail(reader, { ...content, subject: `${PRODUCT_PLACEHOLDER}: ${subject}`, link: `${publicUrl}${path}` });
}
