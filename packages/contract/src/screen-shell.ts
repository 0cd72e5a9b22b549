import { z } from 'zod';

/** Text from a screen, without characters that a database cannot store. */
export const screenText = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .transform((value) => value.toWellFormed().replaceAll('\u0000', ''));

const shellName = z.string().regex(/^[0-9a-f]{16}$/);
/** Installed versions of the screen's page by content: the working one, the one on trial, and failed ones. */
export const screenShell = z.object({
  good: shellName.nullable(),
  trial: shellName.nullable(),
  bad: z.array(shellName).max(20),
  /** Why versions failed, as messages by their names. Left out by screens of earlier versions. */
  causes: z
    .record(shellName, screenText(200))
    .refine((causes) => Object.keys(causes).length <= 20)
    .optional(),
});
export type ScreenShell = z.infer<typeof screenShell>;
