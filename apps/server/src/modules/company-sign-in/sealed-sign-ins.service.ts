import { z } from 'zod';
import type { Clock } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import { createTextEncryption } from '../../platform/security/text-encryption.ts';

export const SIGN_IN_TTL_MS = 10 * 60_000;

const started = z.object({ kind: z.literal('started'), state: z.string(), nonce: z.string(), verifier: z.string() });
const identified = z.object({
  kind: z.literal('identified'),
  issuer: z.string(),
  subject: z.string(),
  email: z.string().nullable(),
  name: z.string(),
  hasSecondFactor: z.boolean(),
  isListed: z.boolean(),
});

/** An unfinished sign-in: it waits for the provider's answer, or for a password or code of the identified person. */
const pending = z.discriminatedUnion('kind', [started, identified]);
export type PendingSignIn = z.infer<typeof pending>;
const sealed = z.object({ expiresAtMs: z.number(), pending });

/**
 * Encrypts unfinished sign-ins for a cookie of their browser. The server stores none of them, so that visitors who never finish cannot fill it.
 */
export function createSealedSignIns({ key, clock }: { key: Buffer; clock: Clock }) {
  const encryption = createTextEncryption(key);

  const decrypt = (cookie: string): z.infer<typeof sealed> | undefined => {
    try {
      return sealed.parse(JSON.parse(encryption.decrypt(Buffer.from(cookie, 'base64url'))));
    } catch {
      // Not sealed here, or by an earlier version.
      return undefined;
    }
  };

  return {
    seal: (signIn: PendingSignIn): string =>
      encryption.encrypt(JSON.stringify({ expiresAtMs: clock.now().getTime() + SIGN_IN_TTL_MS, pending: signIn })).toString('base64url'),

    /** Returns the unfinished sign-in of a browser, if it is of this kind. COMPANY_SIGN_IN_EXPIRED. */
    open<Kind extends PendingSignIn['kind']>(cookie: string | undefined, kind: Kind): Extract<PendingSignIn, { kind: Kind }> {
      const found = cookie === undefined ? undefined : decrypt(cookie);
      if (!found || found.expiresAtMs <= clock.now().getTime() || found.pending.kind !== kind)
        throw new AppError('COMPANY_SIGN_IN_EXPIRED');
      return found.pending as Extract<PendingSignIn, { kind: Kind }>;
    },
  };
}

export type SealedSignIns = ReturnType<typeof createSealedSignIns>;
