import { z } from 'zod';
import { user } from './accounts.ts';
import { secondFactorCode } from './second-factor.ts';

const MAX_ANSWER = 8192;
const MAX_SEALED_PASSWORD = 2048;

/** GET /users/login/company */
export const companySignIn = z
  .object({
    /** Name of the company or its provider; null where people sign in without one. */
    name: z.string().nullable(),
    /** Origin to which the provider sends people back. Sign-ins must start there, because their cookie belongs to it. */
    availableAt: z.string(),
  })
  .meta({ id: 'CompanySignIn' });
export type CompanySignIn = z.infer<typeof companySignIn>;

/** Page of the provider on which the person signs in. */
export const companySignInStart = z.object({ url: z.string() }).meta({ id: 'CompanySignInStart' });

/** Query string with which the provider sent the browser back. */
export const companyAnswerBody = z.strictObject({ answer: z.string().min(1).max(MAX_ANSWER) });

/** Proof that a sign-in still lacks. The password may be sealed like at sign-in. */
export const companyProofBody = z.strictObject({
  password: z.string().min(1).max(MAX_SEALED_PASSWORD).optional(),
  code: secondFactorCode.optional(),
});

/**
 * State of a sign-in. `signedIn`: it has ended, and the envelope has the session's token. `password`: an account with the company's address exists and is not
 * linked; its password links it. `code`: the account needs a code of its second factor.
 */
export const companySignInStep = z
  .object({
    step: z.enum(['signedIn', 'password', 'code']),
    /** Address of the account. */
    email: z.string(),
    /** Null until the person is signed in. */
    user: user.nullable(),
    /** Why the company could not make the person a member of its family; null for all others. */
    notice: z.string().nullable(),
  })
  .meta({ id: 'CompanySignInStep' });
export type CompanySignInStep = z.infer<typeof companySignInStep>;

/** GET /users/company-identity */
export const companyIdentity = z
  .object({
    /** Name of the company or its provider; null where people sign in without one. */
    name: z.string().nullable(),
    /** Null while the account is not linked. */
    identity: z
      .object({
        /** Address that the company stated at the last sign-in. */
        email: z.string(),
        linkedAt: z.string(),
        lastUsedAt: z.string(),
      })
      .nullable(),
    /** False for an account that a first sign-in created and whose owner has not set a password. */
    hasPassword: z.boolean(),
  })
  .meta({ id: 'CompanyIdentity' });
export type CompanyIdentity = z.infer<typeof companyIdentity>;
