/** Mails to administrators about the installation: what they are about, from when on, and to whom. */
import { z } from 'zod';
import { email } from './accounts.ts';

export const ALERT_KINDS = ['screensOffline', 'diskFull', 'jobsFailed', 'renewalsFailed'] as const;
export type AlertKind = (typeof ALERT_KINDS)[number];

export const ALERT_LIMITS = {
  /** For how long a screen is offline: from 5 minutes, which a restart takes at most, to a week. */
  minutes: { min: 5, max: 10_080 },
  /** Used share of the disk. */
  percent: { min: 50, max: 99 },
  count: { min: 1, max: 10_000 },
  /** Minimum time between two emails of one kind. */
  quietMinutes: { min: 5, max: 1440 },
  recipients: 20,
} as const;

/** Jobs that were given up, and renewals that failed, count for so long. */
export const ALERT_JOBS_HOURS = 1;
export const ALERT_RENEWALS_HOURS = 24;

const whole = ({ min, max }: { readonly min: number; readonly max: number }) => {
  const words = `Enter a whole number between ${min} and ${max}.`;
  return z.number({ error: words }).int(words).min(min, words).max(max, words);
};
const { minutes, percent, count, quietMinutes, recipients } = ALERT_LIMITS;
const isOn = z.boolean();

export const alertSettings = z.strictObject({
  /** At least `count` screens that have a playlist and were online before, for `minutes`. */
  screensOffline: z.strictObject({ isOn, minutes: whole(minutes), count: whole(count) }),
  diskFull: z.strictObject({ isOn, percent: whole(percent) }),
  /** Failed jobs within the last hour. */
  jobsFailed: z.strictObject({ isOn, count: whole(count) }),
  /** Failed renewals within the last day. */
  renewalsFailed: z.strictObject({ isOn, count: whole(count) }),
  quietMinutes: whole(quietMinutes),
  /** When empty, all super-admins and administrators. */
  recipients: z
    .array(email)
    .max(recipients, `You can add up to ${recipients} addresses.`)
    .refine((all) => new Set(all.map((one) => one.toLowerCase())).size === all.length, 'An address is listed twice.'),
});
export type AlertSettings = z.infer<typeof alertSettings>;

/** PUT /console/alerts. */
export const alertSettingsBody = alertSettings.extend({
  /** As it was read; CHANGED_MEANWHILE when it has changed since. */
  updatedAt: z.iso.datetime(),
});
export type AlertSettingsBody = z.infer<typeof alertSettingsBody>;

const standingAlert = z.object({
  kind: z.enum(ALERT_KINDS),
  /** Machine name for a disk; otherwise empty. */
  subject: z.string(),
  /** How many now; of a disk how many percent are used. */
  count: z.number(),
  since: z.string(),
});
export type ActiveAlert = z.infer<typeof standingAlert>;

/** GET /console/alerts. */
export const alertState = z
  .object({
    settings: alertSettings,
    updatedAt: z.string(),
    /** Current recipients of the emails. */
    readers: z.array(z.string()),
    standing: z.array(standingAlert),
  })
  .meta({ id: 'AlertState' });
export type AlertState = z.infer<typeof alertState>;

/** As it is typed: the addresses in one text. */
export const alertForm = alertSettings.extend({
  recipients: z
    .string()
    .transform((text) => text.split(/[\s,;]+/).filter((word) => word !== ''))
    .pipe(alertSettings.shape.recipients),
});
