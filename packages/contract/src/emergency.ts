import { z } from 'zod';
import { id } from './envelope.ts';
import { text } from './text.ts';

export const EMERGENCY_LIMITS = {
  messagesPerOwner: 20,
  titleMax: 60,
  textMax: 400,
  /** Languages of a message. */
  texts: 4,
  tags: 20,
  devices: 200,
  minutesMax: 24 * 60,
  /** Screens that an alert names as not reached. */
  missing: 50,
  /** Finished alerts in a list. */
  finished: 20,
  capBytes: 256 * 1024,
  capRules: 10,
  capRuleMax: 100,
  /** Entries of a feed that are read. */
  feedEntries: 100,
  /** Screens whose keys may raise a message. */
  keyDevices: 20,
} as const;

export const EMERGENCY_COLORS = ['red', 'orange', 'yellow', 'green', 'blue', 'black'] as const;
export const emergencyColor = z.enum(EMERGENCY_COLORS);
export type EmergencyColor = z.infer<typeof emergencyColor>;

/** Tones that screens generate. Screens of earlier versions play none. */
export const EMERGENCY_SOUNDS = ['none', 'attention', 'evacuation', 'siren', 'chime'] as const;
export const emergencySound = z.enum(EMERGENCY_SOUNDS);
export type EmergencySound = z.infer<typeof emergencySound>;

/** A key combination that raises a message. */
export const emergencyKey = z.strictObject({
  /** Digit that is held together with Ctrl and Alt, or alone on a remote control. */
  digit: z.number().int().min(1).max(9),
  /** Screens on which it works. */
  deviceIds: z.array(id).min(1, 'Choose at least one screen').max(EMERGENCY_LIMITS.keyDevices),
});
export type EmergencyKey = z.infer<typeof emergencyKey>;

/** A message in one language. */
export const emergencyText = z.strictObject({
  /** Tag of the language (BCP 47), by which the screen pronounces and hyphenates the text. */
  language: z.string().regex(/^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,2}$/, 'Choose a language'),
  title: text({
    max: EMERGENCY_LIMITS.titleMax,
    required: 'Enter a title',
    long: `Use at most ${EMERGENCY_LIMITS.titleMax} characters`,
  }),
  text: z
    .string()
    .trim()
    .max(EMERGENCY_LIMITS.textMax, `Use at most ${EMERGENCY_LIMITS.textMax} characters`)
    .refine((value) => !value.includes('\u0000'), 'Contains an unsupported character')
    .default(''),
});
export type EmergencyText = z.infer<typeof emergencyText>;

/** Severities of the Common Alerting Protocol, the highest first. */
export const CAP_SEVERITIES = ['Extreme', 'Severe', 'Moderate', 'Minor', 'Unknown'] as const;
const capRule = z.string().trim().min(1).max(EMERGENCY_LIMITS.capRuleMax);

/** CAP alerts that raise a message. An empty list accepts all values. */
export const capFilter = z.strictObject({
  /** Parts of the descriptions of areas, or codes of areas. */
  areas: z.array(capRule).max(EMERGENCY_LIMITS.capRules).default([]),
  severities: z.array(z.enum(CAP_SEVERITIES)).max(CAP_SEVERITIES.length).default([]),
  /** Parts of the names of events. */
  events: z.array(capRule).max(EMERGENCY_LIMITS.capRules).default([]),
});
export type CapFilter = z.infer<typeof capFilter>;

const minutes = z
  .number({ error: 'Enter a duration' })
  .int()
  .min(1, 'Enter at least 1 minute')
  .max(EMERGENCY_LIMITS.minutesMax, 'Enter at most 24 hours');

const messageFields = {
  texts: z.array(emergencyText).min(1).max(EMERGENCY_LIMITS.texts),
  color: emergencyColor,
  /** A picture of the owner's media. */
  mediaId: id.nullable().default(null),
  /** All screens of the owner. Otherwise those with one of the tags, and the devices. */
  isForAll: z.boolean(),
  tagIds: z.array(id).max(EMERGENCY_LIMITS.tags).default([]),
  deviceIds: z.array(id).max(EMERGENCY_LIMITS.devices).default([]),
  /** How long the message is shown. */
  minutes,
  cap: capFilter.nullable().default(null),
  sound: emergencySound.default('none'),
  /** Whether screens whose sound is off play it, too. */
  isSoundForced: z.boolean().default(true),
  /** Null for a message that no key raises. */
  key: emergencyKey.nullable().default(null),
};
const hasTarget = ({ isForAll, tagIds, deviceIds }: { isForAll: boolean; tagIds: string[]; deviceIds: string[] }) =>
  isForAll || tagIds.length + deviceIds.length > 0;
const NO_TARGET = { message: 'Choose at least one tag or screen', path: ['isForAll'] };

/** POST /emergency/messages */
export const createEmergencyMessageBody = z
  .strictObject({ userId: id.optional(), orgId: id.optional(), ...messageFields })
  .refine(hasTarget, NO_TARGET);
export type CreateEmergencyMessage = z.input<typeof createEmergencyMessageBody>;

/** PUT /emergency/messages/{messageId} */
export const editEmergencyMessageBody = z.strictObject(messageFields).refine(hasTarget, NO_TARGET);
export type EditEmergencyMessage = z.input<typeof editEmergencyMessageBody>;

/** GET /emergency/messages and /emergency/alerts: those of an account, or of a family. */
export const emergencyListQuery = z.object({ userId: id.optional(), orgId: id.optional() });

export const emergencyMessageParams = z.object({ messageId: id });
export const emergencyAlertParams = z.object({ alertId: id });

export const emergencyMessage = z
  .object({
    _id: id,
    /** Null for a message of the account itself. */
    orgId: z.string().nullable(),
    texts: z.array(emergencyText),
    color: emergencyColor,
    mediaId: z.string().nullable(),
    /** Key of the picture; null without one. */
    picture: z.string().nullable(),
    isForAll: z.boolean(),
    tagIds: z.array(z.string()),
    deviceIds: z.array(z.string()),
    minutes: z.number().int(),
    cap: capFilter.nullable(),
    sound: emergencySound,
    isSoundForced: z.boolean(),
    key: emergencyKey.nullable(),
    /** Number of screens that would show it now. */
    screens: z.number().int(),
    /** The alert that shows it now; null without one. */
    alertId: z.string().nullable(),
  })
  .meta({ id: 'EmergencyMessage' });
export type EmergencyMessage = z.infer<typeof emergencyMessage>;

/** POST /emergency/messages/{messageId}/raise */
export const raiseEmergencyBody = z.strictObject({
  /** Defaults to the duration of the message. */
  minutes: minutes.optional(),
  drill: z.boolean().default(false),
});
export type RaiseEmergency = z.input<typeof raiseEmergencyBody>;

/** PUT /emergency/alerts/{alertId}: the alert ends after this many minutes from now. */
export const extendEmergencyBody = z.strictObject({ minutes });

export const emergencyAlert = z
  .object({
    _id: id,
    orgId: z.string().nullable(),
    /** Null when the message was deleted after the alert. */
    messageId: z.string().nullable(),
    title: z.string(),
    color: emergencyColor,
    drill: z.boolean(),
    /** Name of the account, feed or screen that raised it; null when the account was deleted. */
    raisedBy: z.string().nullable(),
    raisedFrom: z.enum(['person', 'feed', 'screen']),
    /** Whether a CAP alert raised it. */
    isFromCap: z.boolean(),
    raisedAt: z.string(),
    endsAt: z.string(),
    /** ISO time at which it ended; null while it is shown. */
    endedAt: z.string().nullable(),
    /** Screens that show the message, or that did at its end. */
    screens: z.number().int(),
    /** Screens that have confirmed that they painted it. */
    shown: z.number().int(),
  })
  .meta({ id: 'EmergencyAlert' });
export type EmergencyAlert = z.infer<typeof emergencyAlert>;

export const emergencyAlertDetails = emergencyAlert
  .extend({
    /** Screens that have not confirmed it, at most 50. */
    missing: z.array(z.object({ _id: z.string(), name: z.string(), isOnline: z.boolean() })),
    /** Screens that show it without its sound, because their browsers block sound, at most 50. */
    silent: z.array(z.object({ _id: z.string(), name: z.string() })),
  })
  .meta({ id: 'EmergencyAlertDetails' });
export type EmergencyAlertDetails = z.infer<typeof emergencyAlertDetails>;

/** POST /emergency/cap */
export const capResult = z.object({
  /** False for an alert that was received before. */
  isNew: z.boolean(),
  /** Alerts that it raised or extended, and alerts that it ended. */
  raised: z.array(z.string()),
  ended: z.array(z.string()),
});
export type CapResult = z.infer<typeof capResult>;

const alertState = z.object({
  alertId: z.string(),
  messageId: z.string(),
  digest: z.string(),
  endsAt: z.number(),
  drill: z.boolean(),
});

/** GET /screens/emergency: the prepared messages of the screen's owner, and its active alerts. */
export const screenEmergency = z
  .object({
    revision: z.number().int(),
    document: z.string(),
    isComplete: z.literal(true),
    alerts: z.array(alertState),
    messages: z.array(
      z.object({
        messageId: z.string(),
        digest: z.string(),
        texts: z.array(z.object({ language: z.string(), title: z.string(), text: z.string() })),
        color: emergencyColor,
        /** Checksum of the picture; null without one. */
        picture: z.string().nullable(),
        /** Missing for a message without a sound. */
        sound: z.object({ tone: emergencySound.exclude(['none']), isForced: z.boolean() }).optional(),
      }),
    ),
    /** Keys of this screen that raise messages. Missing for a screen without keys. */
    keys: z.array(z.object({ digit: z.number().int(), messageId: z.string() })).optional(),
  })
  .meta({ id: 'ScreenEmergency' });
export type ScreenEmergency = z.infer<typeof screenEmergency>;
export type StoredEmergencyMessage = ScreenEmergency['messages'][number];

/** Message of a screen that it has painted alerts. */
export const paintedAlerts = z.object({
  alertIds: z
    .array(id)
    .min(1)
    .max(EMERGENCY_LIMITS.messagesPerOwner * 2),
  /** Alerts among them whose sound the browser blocks. */
  silentIds: z
    .array(id)
    .max(EMERGENCY_LIMITS.messagesPerOwner * 2)
    .default([]),
});

/** POST /screens/emergency/raise */
export const raiseByKeyBody = z.strictObject({ messageId: id });
