/** Kinds of alert emails to administrators about the installation. */
import { z } from 'zod';
import { email } from './accounts.ts';

export const ALERT_KINDS = ['screensOffline', 'diskFull', 'jobsFailed', 'renewalsFailed'] as const;
export type AlertKind = (typeof ALERT_KINDS)[number];

export const ALERT_LIMITS = {
  /** Offline time of screens. At least 5 minutes, because a restart may take that long, and at most a week. */
  minutes: { min: 5, max: 10_080 },
  /** Used share of the disk. */
  percent: { min: 50, max: 99 },
  count: { min: 1, max: 10_000 },
  /** Minimum time between two emails of one kind. */
  quietMinutes: { min: 5, max: 1440 },
  recipients: 20,
} as const;

/** Time for which failed jobs count, in hours. `ALERT_RENEWALS_HOURS` applies to failed renewals. */
export const ALERT_JOBS_HOURS = 1;
export const ALERT_RENEWALS_HOURS = 24;

const wholeNumber = ({ min, max }: { readonly min: number; readonly max: number }) => {
  const message = `Enter a whole number between ${min} and ${max}.`;
  return z.number({ error: message }).int(message).min(min, message).max(max, message);
};
const { minutes, percent, count, quietMinutes, recipients } = ALERT_LIMITS;
const isOn = z.boolean();

export const alertSettings = z.strictObject({
  /** At least `count` screens that have a playlist and were online before, for `minutes`. */
  screensOffline: z.strictObject({ isOn, minutes: wholeNumber(minutes), count: wholeNumber(count) }),
  diskFull: z.strictObject({ isOn, percent: wholeNumber(percent) }),
  /** Failed jobs within the last hour. */
  jobsFailed: z.strictObject({ isOn, count: wholeNumber(count) }),
  /** Failed renewals within the last day. */
  renewalsFailed: z.strictObject({ isOn, count: wholeNumber(count) }),
  quietMinutes: wholeNumber(quietMinutes),
  /** When empty, all super-admins and administrators. */
  recipients: z
    .array(email)
    .max(recipients, `You can add up to ${recipients} addresses.`)
    .refine((all) => new Set(all.map((address) => address.toLowerCase())).size === all.length, 'An address is listed twice.'),
});
export type AlertSettings = z.infer<typeof alertSettings>;

/** PUT /console/alerts. */
export const alertSettingsBody = alertSettings.extend({
  /** Version of the settings that were read. The request is refused with CHANGED_MEANWHILE if they have changed since. */
  updatedAt: z.iso.datetime(),
});
export type AlertSettingsBody = z.infer<typeof alertSettingsBody>;

const activeAlert = z.object({
  kind: z.enum(ALERT_KINDS),
  /** Machine name for a disk; otherwise empty. */
  subject: z.string(),
  /** Current number; for a disk, the used share in percent. */
  count: z.number(),
  since: z.string(),
});
export type ActiveAlert = z.infer<typeof activeAlert>;

/** GET /console/alerts. */
export const alertState = z
  .object({
    settings: alertSettings,
    updatedAt: z.string(),
    /** Current recipients of the emails. */
    readers: z.array(z.string()),
    standing: z.array(activeAlert),
  })
  .meta({ id: 'AlertState' });
export type AlertState = z.infer<typeof alertState>;

/** Form values, with all addresses in one text. */
export const alertForm = alertSettings.extend({
  recipients: z
    .string()
    .transform((text) => text.split(/[\s,;]+/).filter((word) => word !== ''))
    .pipe(alertSettings.shape.recipients),
});
