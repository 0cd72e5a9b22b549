import { z } from 'zod';
import { id } from './envelope.ts';
import { LIMITS } from './limits.ts';

/** Passkeys of one account. */
export const MAX_PASSKEYS = 20;
const MAX_CREDENTIAL_ID = 1400;
const MAX_RESPONSE_PART = 16_384;

const base64Url = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[\w-]+$/);
const credentialId = base64Url(MAX_CREDENTIAL_ID);
const responsePart = base64Url(MAX_RESPONSE_PART);

/** Fields of WebAuthn's RegistrationResponseJSON and AuthenticationResponseJSON that are used here. Other fields must be left out. */
const credential = {
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
};

export const registrationResponse = z.strictObject({
  ...credential,
  response: z.strictObject({
    clientDataJSON: responsePart,
    attestationObject: responsePart,
  }),
});

export const authenticationResponse = z.strictObject({
  ...credential,
  response: z.strictObject({
    clientDataJSON: responsePart,
    authenticatorData: responsePart,
    signature: responsePart,
    userHandle: responsePart.nullish(),
  }),
});

/** Options for `navigator.credentials`, as JSON. The browser validates them. */
export const passkeyOptions = z.looseObject({ challenge: z.string() });
export type PasskeyOptions = z.infer<typeof passkeyOptions>;

export const passkeyName = z.string().trim().min(1, 'Enter a name').max(LIMITS.nameMax, `Use at most ${LIMITS.nameMax} characters`);

export const passkey = z.object({
  _id: id,
  name: z.string(),
  createdAt: z.string(),
  /** ISO; null until it is used. */
  lastUsedAt: z.string().nullable(),
  /** True for passkeys that a password manager copies to the owner's other devices. */
  isSynced: z.boolean(),
});
export type Passkey = z.infer<typeof passkey>;

/** GET /users/passkeys */
export const passkeyList = z.object({
  passkeys: z.array(passkey),
  /** Address at which passkeys work; browsers allow them with https and on localhost only. Null when the server's own address is neither. */
  availableAt: z.string().nullable(),
});
export type PasskeyList = z.infer<typeof passkeyList>;

export const createPasskeyBody = z.strictObject({ name: passkeyName, response: registrationResponse });
export const renamePasskeyBody = z.strictObject({ name: passkeyName });
export const passkeyAnswerBody = z.strictObject({ response: authenticationResponse });
