import { z } from 'zod';
import { CONSOLE_ROLES } from './capabilities.ts';

const consoleRole = z.enum(CONSOLE_ROLES);

/** GET /console/second-factor */
export const secondFactorSettings = z.object({
  /** True when the operator requires a second factor for the whole console (`SECOND_FACTOR`). */
  isRequiredForAll: z.boolean(),
  /** Roles for which super-admins require one. `requiredBy` (ISO): from then on the console is closed to accounts of the role without one. */
  roles: z.array(z.object({ role: consoleRole, requiredBy: z.string() })),
  updatedAt: z.string(),
});
export type SecondFactorSettings = z.infer<typeof secondFactorSettings>;

/** PUT /console/second-factor */
export const secondFactorSettingsBody = z.strictObject({
  roles: z
    .array(consoleRole)
    .max(CONSOLE_ROLES.length)
    .refine((roles) => new Set(roles).size === roles.length, 'A role is listed twice.'),
  /** Version of the settings that were read. The request is refused with CHANGED_MEANWHILE if they have changed since. */
  updatedAt: z.iso.datetime(),
});
export type SecondFactorSettingsBody = z.infer<typeof secondFactorSettingsBody>;
