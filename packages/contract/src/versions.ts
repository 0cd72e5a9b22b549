import { z } from 'zod';
import { BUSINESS_MESSAGES } from './business-messages.ts';
import { platformTag } from './console-devices.ts';
import { ERRORS } from './errors.ts';
import { MESSAGES } from './messages.ts';
import { text } from './text.ts';
import { VERSION_LIMITS } from './version-limits.ts';

const missing = ERRORS.VERSION_UNKNOWN.message;
const part = (max: number) => z.string({ error: missing }).trim().min(1, missing).max(max);

/** PUT /devices/version/update/{deviceId}: one of the versions that GET /versions lists. */
export const versionUpdateBody = z.strictObject({ url: part(500), version: part(32), versionCode: part(32) });
export const versionUpdateParams = z.object({ deviceId: z.uuid(missing) });

/** GET /versions: the newest first. */
export const versionsQuery = z.object({
  page: z.coerce.number<number>().int().min(1).max(100_000).default(1),
  dataPerPage: z.coerce.number<number>().int().min(1).max(100).default(25),
});

/** A version of the program on the screens. */
export const deviceVersion = z
  .object({
    _id: z.string(),
    name: z.string(),
    /** The same as `name`, as PUT /devices/version/update expects it. */
    version: z.string(),
    versionCode: z.string(),
    url: z.string(),
    platform: platformTag,
    releaseNote: z.string(),
    isVisible: z.boolean(),
    /** 1 marks the base version. */
    type: z.union([z.literal(0), z.literal(1)]),
    /** Its files lie here, so that screens can be given it in stages. */
    hasFiles: z.boolean(),
    /** Name of its content, as screens report it; null without files. */
    shell: z.string().nullable(),
    createdAt: z.string(),
    /** Sent back with a change, to detect a concurrent one. */
    updatedAt: z.string(),
  })
  .meta({ id: 'DeviceVersion' });
export type DeviceVersion = z.infer<typeof deviceVersion>;

/** An address by http or https, the screen of this server, or where uploaded files of a version lie. */
const isVersionUrl = (url: string): boolean => {
  if (/^(\/screen|\/api\/screens\/versions\/[0-9a-f-]{36})$/.test(url)) return true;
  return /^https?:\/\/[\w.-]+(:\d{1,5})?([/?#]\S*)?$/i.test(url);
};

const versionFields = {
  name: text({
    min: VERSION_LIMITS.nameMin,
    max: VERSION_LIMITS.nameMax,
    required: BUSINESS_MESSAGES.versionNameRequired,
    short: MESSAGES.tooShort,
    long: BUSINESS_MESSAGES.tooLong,
  }),
  versionCode: z
    .string({ error: BUSINESS_MESSAGES.versionCodeRequired })
    .trim()
    .min(1, BUSINESS_MESSAGES.versionCodeRequired)
    .max(VERSION_LIMITS.codeMax),
  url: z
    .string({ error: BUSINESS_MESSAGES.versionUrlRequired })
    .trim()
    .min(1, BUSINESS_MESSAGES.versionUrlRequired)
    .max(VERSION_LIMITS.urlMax)
    .refine(isVersionUrl, BUSINESS_MESSAGES.versionUrlInvalid),
  releaseNote: z.string().trim().max(VERSION_LIMITS.noteMax).default(''),
  platform: platformTag,
};

export const versionBody = z.strictObject(versionFields);
export type VersionBody = z.infer<typeof versionBody>;

/** PUT /versions/{id}: the whole, whether it is seen, or that it is the base from now on. */
export const versionChangeBody = z.union([
  z.strictObject({ isVisible: z.boolean() }),
  z.strictObject({ type: z.literal(1) }),
  z.strictObject({ ...versionFields, updatedAt: z.iso.datetime().optional() }),
]);
export type VersionChange = z.infer<typeof versionChangeBody>;

/** GET /screens/versions/{id}: what a screen fetches of it, each file by GET /screens/versions/{id}/files. */
export const versionFiles = z.object({
  shell: z.string(),
  files: z.array(z.object({ path: z.string(), sha256: z.string() })),
});
export const versionFileQuery = z.object({ path: z.string().min(1).max(VERSION_LIMITS.pathMax) });
