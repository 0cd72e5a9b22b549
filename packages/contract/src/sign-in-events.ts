import { z } from 'zod';
import { id } from './envelope.ts';

/** Kept for each account: this many sign-ins, and this many refused ones, so that refused ones displace none of the others. */
export const SIGN_IN_EVENTS_KEPT = 50;

/**
 * `signedIn`: from a browser that signed in before. `newBrowser`: from another one. `refused`: wrong password, code or passkey. `codeMissing`: the password or
 * the company account was correct, and no code was given.
 */
export const signInEventKind = z.enum(['signedIn', 'newBrowser', 'refused', 'codeMissing']);
export type SignInEventKind = z.infer<typeof signInEventKind>;

/** How a person signed in: with the password, a passkey, or the company's OpenID Connect provider. */
export const signInMethod = z.enum(['password', 'passkey', 'company']);
export type SignInMethod = z.infer<typeof signInMethod>;

/** One entry of the recent activity of the own account. Refused sign-ins from one address on one day are one entry. */
export const signInEvent = z.object({
  _id: id,
  kind: signInEventKind,
  /** Null for refused sign-ins, and for those before it was recorded. */
  method: signInMethod.nullable(),
  /** Client address. */
  address: z.string(),
  userAgent: z.string(),
  /** ISO, of the newest one. */
  at: z.string(),
  count: z.number().int(),
});
export type SignInEvent = z.infer<typeof signInEvent>;
