import { z } from 'zod';
import { id } from './envelope.ts';

export const SCREENSHOT_LIMITS = {
  /** Size of an upload. */
  bytes: 300_000,
  /** Time that a screen has to send a screenshot. */
  requestMs: 60_000,
  /** Screenshots on request, and hourly ones, that are kept for a device. */
  kept: 3,
  keptHourly: 12,
} as const;

/** Mean distance of the brightness from which a screenshot differs from the photo. Other sizes and compression make far less. */
export const SCREENSHOT_DIFFERENCE = 0.2;

/** Part of the page's query string. */
export const screenshotUpload = z.object({
  /** `capture`: of the display, by a program on the machine. `page`: drawn by the page from what it shows. */
  source: z.enum(['capture', 'page']),
  /** The photo that fills the screen. Left out for all other content. */
  mediaId: id.optional(),
});
export type ScreenshotUpload = z.infer<typeof screenshotUpload>;

const screenshot = z.object({
  _id: id,
  takenAt: z.string(),
  source: z.enum(['capture', 'page']),
  isHourly: z.boolean(),
  width: z.number().int(),
  height: z.number().int(),
  /** Whether it differs from the photo that should be shown; null when they were not compared. */
  differs: z.boolean().nullable(),
});
export type Screenshot = z.infer<typeof screenshot>;

export const deviceScreenshots = z
  .object({
    isHourly: z.boolean(),
    /** Time of a request that the screen has not answered yet. */
    requestedAt: z.string().nullable(),
    /** Newest first. */
    screenshots: z.array(screenshot),
  })
  .meta({ id: 'DeviceScreenshots' });
export type DeviceScreenshots = z.infer<typeof deviceScreenshots>;

export const screenshotImage = z.object({
  /** Data URL of the picture. */
  image: z.string(),
});

/** PUT /devices/:id/screenshots/settings */
export const screenshotSettingsBody = z.strictObject({ isHourly: z.boolean() });
export const screenshotParams = z.object({ id, screenshotId: id });
