import { z } from 'zod';
import { isEmailAddress, toAsciiEmail } from './email-address.ts';
import { LIMITS } from './limits.ts';
import { MESSAGES } from './messages.ts';
import { secondFactorCode } from './second-factor.ts';
import { LETTER_OR_DIGIT, text } from './text.ts';

export const email = z
  .string({ error: MESSAGES.emailRequired })
  .trim()
  .min(1, MESSAGES.emailRequired)
  .max(LIMITS.emailMax, MESSAGES.invalidEmail)
  .transform(toAsciiEmail)
  .refine((address) => address.length <= LIMITS.emailMax && isEmailAddress(address), MESSAGES.invalidEmail);

export const newPassword = z
  .string({ error: MESSAGES.passwordRequired })
  .min(1, MESSAGES.passwordRequired)
  .min(LIMITS.passwordMin, MESSAGES.passwordShort)
  .max(LIMITS.passwordMax, 'Should not exceed 256 characters');

/** A new password, which needs at least a letter, a digit or an underscore. Existing passwords may have none. */
export const newPasswordWithLetter = newPassword.regex(LETTER_OR_DIGIT, MESSAGES.validPassword);

/** As the forms word it that set another password (specification 1 §5, change and reset). */
export const replacementPassword = z
  .string({ error: MESSAGES.otherPasswordRequired })
  .min(1, MESSAGES.otherPasswordRequired)
  .pipe(newPasswordWithLetter);

export const userName = text({
  min: LIMITS.nameMin,
  max: LIMITS.nameMax,
  required: MESSAGES.userNameRequired,
  short: MESSAGES.userNameShort,
  long: MESSAGES.userNameLong,
  letterMessage: MESSAGES.validDetail,
});

export const platform = z.enum(['PP', 'WV']);
export const role = z.enum(['user', 'admin', 'support', 'host', 'advUser']);
export type Role = z.infer<typeof role>;

/** Validation of the sign-in form before it is sent. */
export const signInForm = z.object({ email, password: newPassword });

export const signUpForm = z
  .object({ name: userName, email, password: newPasswordWithLetter, confirmPassword: z.string().min(1, MESSAGES.passwordsMatch) })
  .refine((form) => form.password === form.confirmPassword, { path: ['confirmPassword'], message: MESSAGES.passwordsMatch });

/**
 * POST /users/login. `password` is either plain, or `sealed:` followed by the base64url
 * sealed box around `{ password, nonce }` made for the key of GET /users/login/key.
 */
export const signInBody = z.strictObject({
  email,
  password: z.string().min(1, MESSAGES.passwordRequired).max(2048),
  platform: platform.default('PP'),
  /** Code of the second factor, for accounts that have one. */
  code: secondFactorCode.optional(),
});

/** POST /users/second-factor/recovery: the credentials of an account whose second factor is lost. */
export const factorRecoveryBody = signInBody.pick({ email: true, password: true });

/** POST /users; the password may be sealed like at sign-in. */
export const signUpBody = z.strictObject({
  name: userName,
  email,
  password: z.string().min(1, MESSAGES.passwordRequired).max(2048),
  platform: platform.default('PP'),
});

/** The server's sealing key: X25519, base64url; the nonce opens once, within 10 minutes. */
export const sealingKey = z.object({ publicKey: z.string(), nonce: z.string() });

/** Without type=create_user the link is one to set a new password, and the answer names whose. */
export const verifyQuery = z.object({ type: z.literal('create_user').optional() });
export const verifyBody = z.strictObject({
  key: z.string().min(1).max(200),
  lock: z.string().min(1).max(200),
  platform: platform.optional(),
});
const forgottenEmail = z
  .string({ error: MESSAGES.emailRequired })
  .trim()
  .min(1, MESSAGES.emailRequired)
  .regex(LETTER_OR_DIGIT, MESSAGES.validEmail)
  .pipe(email);
export const forgotBody = z.strictObject({
  email: forgottenEmail,
  type: z.literal('verify_email').optional(),
  platform: platform.optional(),
});
export const privacyBody = z.strictObject({ privacy: z.boolean() });
/** PUT /users/welcome/{userId}. */
export const onboardingBody = z.strictObject({ ended: z.boolean() });

export const picture = z.object({ key: z.string(), location: z.string(), mimetype: z.string(), name: z.string() });

export const user = z
  .object({
    _id: z.string(),
    name: z.string(),
    email: z.string(),
    role,
    isSuperAdmin: z.boolean(),
    privacy: z.boolean(),
    disable: z.boolean(),
    platform,
    phoneNo: z.string(),
    gender: z.enum(['female', 'male', 'other']).nullable(),
    /** YYYY-MM-DD. */
    dateOfBirth: z.string().nullable(),
    profilePicture: picture.nullable(),
    subscriptionId: z.string().nullable(),
    /** Without it the side menu shows notifications and profile alone. */
    showMenu: z.literal([0, 1]),
    /** True while onboarding was neither finished nor dismissed, nor has a photo reached a screen. */
    isNewcomer: z.boolean(),
    createdAt: z.string(),
    orgs: z.array(z.object({ id: z.string(), orgRole: z.enum(['owner', 'subAdmin']) })),
  })
  .meta({ id: 'User' });
export type User = z.infer<typeof user>;

export const emailVerification = z.object({ email: z.string() });

/** Token of the link that ends emails of one kind to one account. */
export const stopEmailsQuery = z.object({ token: z.string().regex(/^[\w-]{20,64}$/) });
