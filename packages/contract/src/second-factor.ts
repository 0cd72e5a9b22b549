import { z } from 'zod';

/** Digits of a code from an authenticator app, and seconds for which each code is shown (RFC 6238). */
export const TOTP_DIGITS = 6;
export const TOTP_PERIOD_S = 30;
/** Recovery codes of an account. Each one works once. */
export const RECOVERY_CODE_COUNT = 10;
/** How long a code confirms sensitive operations of a session. */
export const STEP_UP_MS = 10 * 60_000;
/** Time after which staff need a second factor, from when they got their role. */
export const SET_UP_PERIOD_MS = 7 * 86_400_000;
/** Time between a request to turn off a lost second factor and its effect. */
export const RECOVERY_WAIT_MS = 24 * 3_600_000;

const MAX_TYPED_CODE = 40;

/** A code from an authenticator app, or a recovery code. Spaces and hyphens are ignored, and letters may be small or capital. */
export const secondFactorCode = z
  .string({ error: 'Enter a code' })
  .max(MAX_TYPED_CODE, 'This is too long for a code')
  .transform((typed) => typed.replaceAll(/[\s-]/g, '').toUpperCase())
  .pipe(z.string().regex(/^(?:\d{6}|[A-Z2-7]{16})$/, 'Enter the 6 digits from your app, or a recovery code'));

/** Form with one code, which is sent as it was typed. */
export const codeForm = z.object({
  code: z.string().refine((typed) => secondFactorCode.safeParse(typed).success, 'Enter the 6 digits from your app, or a recovery code'),
});

/** GET /users/second-factor */
export const secondFactor = z.object({
  isOn: z.boolean(),
  /** ISO; null while it is off. */
  since: z.string().nullable(),
  recoveryCodesLeft: z.number().int(),
  /** ISO; from then on the console is closed without a second factor. Null where it is not required, or on. */
  requiredBy: z.string().nullable(),
});
export type SecondFactor = z.infer<typeof secondFactor>;

/** A new secret, which only takes effect when a code from the app confirms it. */
export const secondFactorSetup = z.object({
  /** Base32, for apps that cannot read the QR code. */
  secret: z.string(),
  /** `otpauth:` address for the QR code. */
  uri: z.string(),
});
export type SecondFactorSetup = z.infer<typeof secondFactorSetup>;

export const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });
export type RecoveryCodes = z.infer<typeof recoveryCodes>;

export const codeBody = z.strictObject({ code: secondFactorCode });

const linkPart = z.string().regex(/^[\w-]{43}$/);
export const factorRecoveryLink = z.strictObject({ key: linkPart, lock: linkPart });
export const factorRecovery = z.object({
  email: z.string(),
  /** ISO; from then on the password alone signs in once and turns the second factor off. Null after the recovery was stopped. */
  endsAt: z.string().nullable(),
});
export type FactorRecovery = z.infer<typeof factorRecovery>;
