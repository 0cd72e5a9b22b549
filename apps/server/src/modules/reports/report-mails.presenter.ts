import { PRODUCT_PLACEHOLDER } from '../../platform/mail/brand.ts';
import { composeMail } from '../../platform/mail/compose-mail.ts';
import { getEmailStopLinks } from '../../platform/mail/email-stop-links.ts';
import type { Mail } from '../../platform/mail/mailer.ts';
import { neutralizeLinks } from '../../platform/mail/neutralize-links.ts';
import type { ReportReader } from './report-emails.store.ts';
import type { ReportInterval, ReportPeriod } from './report-periods.rules.ts';
import { getUptimePercent } from './reports.presenter.ts';

/** Figures of a period for an email. */
export interface ReportSummary {
  screens: number;
  timeZones: readonly string[];
  timeZoneCount: number;
  count: number;
  shownMs: number;
  /** The most frequent items. The name is null when the item was deleted or the reader cannot see it. */
  items: readonly { name: string | null; count: number }[];
  expectedMs: number;
  onlineMs: number;
  downloads: number;
  /** Screens that were offline for the largest part of their operating hours. */
  weakest: readonly { name: string; expected: number; online: number }[];
}

interface ReportMail {
  summary: ReportSummary;
  interval: ReportInterval;
  period: ReportPeriod;
  /** Token to turn the emails off. */
  token: string;
  publicUrl: string;
}

const HOUR_MS = 3_600_000;
const INTERVAL_LABELS: Record<ReportInterval, string> = { weekly: 'Weekly', monthly: 'Monthly' };

const formatNumber = (value: number) => value.toLocaleString('en-US');
const formatCount = (count: number, one: string, many: string) => `${formatNumber(count)} ${count === 1 ? one : many}`;
const formatDay = (day: string) => new Date(day).toLocaleDateString('en-US', { month: 'long', day: 'numeric', timeZone: 'UTC' });
const formatLines = (lines: readonly string[]) => lines.map((line) => `• ${line}`).join('\n');

const formatZones = ({ timeZones, timeZoneCount }: ReportSummary): string =>
  timeZoneCount > timeZones.length ? `${timeZones.join(', ')} and ${timeZoneCount - timeZones.length} more` : timeZones.join(', ');

function writeBody(summary: ReportSummary, { from, to }: ReportPeriod): string {
  const uptime = getUptimePercent(summary);
  const screens = formatCount(summary.screens, 'screen', 'screens');
  const parts = [
    `From ${formatDay(from)} to ${formatDay(to)}, ${screens} played ${formatCount(summary.count, 'item', 'items')} in ${formatCount(
      Math.round(summary.shownMs / HOUR_MS),
      'hour',
      'hours',
    )}.`,
  ];
  if (summary.items.length > 0)
    parts.push(
      `Played most often:\n${formatLines(
        summary.items.map(
          ({ name, count }) => `${name === null ? 'Deleted or private item' : neutralizeLinks(name)}: ${formatNumber(count)}`,
        ),
      )}`,
    );
  if (uptime !== null)
    parts.push(
      `Screens were online for ${uptime}% of their operating hours and downloaded ${formatCount(summary.downloads, 'file', 'files')}.`,
    );
  if (summary.weakest.length > 0)
    parts.push(
      `Offline most:\n${formatLines(
        summary.weakest.map(
          ({ name, online, expected }) => `${neutralizeLinks(name)}: online ${Math.round((online / expected) * 1000) / 10}%`,
        ),
      )}`,
    );
  return parts.join('\n\n');
}

export function reportMail(reader: ReportReader, { summary, interval, period, token, publicUrl }: ReportMail): Mail {
  const { page, stopUrl } = getEmailStopLinks(publicUrl, token);
  return composeMail(reader, {
    subject: `${PRODUCT_PLACEHOLDER}: ${INTERVAL_LABELS[interval]} report, ${formatDay(period.from)} to ${formatDay(period.to)}`,
    body: writeBody(summary, period),
    button: 'Open report',
    link: `${publicUrl}/main/reports?from=${period.from}&to=${period.to}`,
    note: `Days are those of each screen’s time zone (${formatZones(summary)}).\nTo stop these emails, open ${page}`,
    stopUrl,
  });
}
