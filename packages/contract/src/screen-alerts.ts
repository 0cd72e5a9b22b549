import { z } from 'zod';
import { timeZone } from './devices.ts';
import { id } from './envelope.ts';
import { timeOfDay } from './schedule.ts';

/** Conditions that a screen can be in. Outside of its operating hours they neither begin nor end. */
export const SCREEN_CONDITIONS = [
  'offline',
  'nothingToShow',
  'damagedItems',
  'storage',
  'clock',
  'temperature',
  'underVoltage',
  'pictureDiffers',
] as const;
export type ScreenCondition = (typeof SCREEN_CONDITIONS)[number];

/** Kinds of alerts: a condition of a screen, a data source that can't be updated, or a feed of public warnings that can't be fetched. */
const SCREEN_ALERT_KINDS = [...SCREEN_CONDITIONS, 'source', 'feed'] as const;
const screenAlertKind = z.enum(SCREEN_ALERT_KINDS);
export type ScreenAlertKind = z.infer<typeof screenAlertKind>;

export const SCREEN_ALERT_LIMITS = {
  /** Time without a connection. A restart of a screen takes less than the minimum. */
  offlineMinutes: { min: 5, max: 2880 },
  /** In degrees Celsius. */
  degrees: { min: 40, max: 110 },
  /** Active alerts in a response. */
  active: 100,
} as const;

const wholeNumber = ({ min, max }: { readonly min: number; readonly max: number }) => {
  const message = `Enter a whole number from ${min} to ${max}.`;
  return z.number({ error: message }).int(message).min(min, message).max(max, message);
};
const isOn = z.boolean();

export const alertConditions = z.strictObject({
  offline: z.strictObject({ isOn, minutes: wholeNumber(SCREEN_ALERT_LIMITS.offlineMinutes) }),
  nothingToShow: z.strictObject({ isOn }),
  damagedItems: z.strictObject({ isOn }),
  storage: z.strictObject({ isOn }),
  clock: z.strictObject({ isOn }),
  temperature: z.strictObject({ isOn, degrees: wholeNumber(SCREEN_ALERT_LIMITS.degrees) }),
  underVoltage: z.strictObject({ isOn }),
  pictureDiffers: z.strictObject({ isOn }),
});
export type AlertConditions = z.infer<typeof alertConditions>;

/** Conditions of accounts and families without settings. */
export const DEFAULT_ALERT_CONDITIONS: AlertConditions = {
  offline: { isOn: true, minutes: 30 },
  nothingToShow: { isOn: true },
  damagedItems: { isOn: true },
  storage: { isOn: true },
  clock: { isOn: true },
  temperature: { isOn: true, degrees: 80 },
  underVoltage: { isOn: true },
  pictureDiffers: { isOn: true },
};

export const quietHours = z
  .strictObject({
    from: timeOfDay('Enter a start time.'),
    /** Exclusive. Before the start, it is on the next day. */
    until: timeOfDay('Enter an end time.'),
    timeZone,
  })
  .refine(({ from, until }) => from !== until, { path: ['until'], message: 'Choose an end that differs from the start.' });
export type QuietHours = z.infer<typeof quietHours>;

/** Account or family whose alerts are meant. */
const scope = { userId: id.optional(), orgId: id.optional() };
export const screenAlertsQuery = z.strictObject(scope);

/** PUT /screen-alerts/settings */
export const alertSettingsOfOwnerBody = z.strictObject({
  ...scope,
  conditions: alertConditions,
  /** Data sources, and feeds of public warnings. */
  source: z.strictObject({ isOn }),
  quietHours: quietHours.nullable(),
});
export type AlertSettingsOfOwner = z.infer<typeof alertSettingsOfOwnerBody>;

/** PUT /screen-alerts/tags/:tagId */
export const tagAlertsBody = z.strictObject({ conditions: alertConditions });

/** PUT /screen-alerts/subscription */
export const alertSubscriptionBody = z.strictObject({ ...scope, byEmail: z.boolean(), byNotification: z.boolean() });

const activeScreenAlert = z.object({
  kind: screenAlertKind,
  /** Null for a data source and for a feed. */
  deviceId: z.string().nullable(),
  /** Name of the device, the data source or the feed. */
  name: z.string(),
  since: z.string(),
});
export type ActiveScreenAlert = z.infer<typeof activeScreenAlert>;

export const screenAlerts = z
  .object({
    conditions: alertConditions,
    source: z.object({ isOn }),
    /** False for a member of a family, whose alerts contain no data sources. */
    hasSources: z.boolean(),
    quietHours: quietHours.nullable(),
    /** Tags with separate conditions for their screens. */
    tags: z.array(z.object({ tagId: z.string(), name: z.string(), conditions: alertConditions })),
    /** How the caller is alerted. */
    subscription: z.object({ byEmail: z.boolean(), byNotification: z.boolean() }),
    /** Reported conditions that still hold, the latest first. */
    active: z.array(activeScreenAlert),
    activeCount: z.number().int(),
  })
  .meta({ id: 'ScreenAlerts' });
export type ScreenAlerts = z.infer<typeof screenAlerts>;
