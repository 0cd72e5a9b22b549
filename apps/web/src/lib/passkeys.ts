import type * as browserLibrary from '@simplewebauthn/browser';
import type { PublicKeyCredentialCreationOptionsJSON, PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser';
import type { PasskeyOptions } from '@vitrine/contract/passkeys';
import { UserFacingError } from './app-error.ts';
import { PASSKEY_USED_KEY } from './stored-session.ts';

/** Why passkeys cannot be used on this page; undefined when they can. */
export type PasskeyObstacle = 'insecure' | 'unsupported';

export function getPasskeyObstacle(): PasskeyObstacle | undefined {
  if (!window.isSecureContext) return 'insecure';
  return typeof window.PublicKeyCredential === 'function' ? undefined : 'unsupported';
}

/** Thrown when the user dismissed the browser's dialog, or took too long, which needs no message. */
export class PasskeyCancelled extends Error {
  override readonly name = 'PasskeyCancelled';
}

/** Lets the user create a passkey, and returns what the server verifies. */
export async function createPasskey(options: PasskeyOptions) {
  const { id, rawId, type, response } = await runInBrowser(({ startRegistration }) =>
    startRegistration({ optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON }),
  );
  const { clientDataJSON, attestationObject } = response;
  return { id, rawId, type, response: { clientDataJSON, attestationObject } };
}

/** Lets the user choose a passkey and verify. */
export const answerWithPasskey = (options: PasskeyOptions) => answer(options, false);

async function answer(options: PasskeyOptions, useBrowserAutofill: boolean) {
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  const { id, rawId, type, response } = await runInBrowser(({ startAuthentication }) =>
    startAuthentication({ optionsJSON, useBrowserAutofill }),
  );
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  return { id, rawId, type, response: { clientDataJSON, authenticatorData, signature, userHandle } };
}

/** Offers passkeys in fields with `autocomplete="webauthn"`, and resolves when the user chose one. */
export async function answerWithAutofill(options: PasskeyOptions, signal: AbortSignal) {
  const { WebAuthnAbortService } = await import('@simplewebauthn/browser');
  signal.addEventListener('abort', () => WebAuthnAbortService.cancelCeremony(), { once: true });
  if (signal.aborted) throw new PasskeyCancelled('Cancelled');
  return answer(options, true);
}

export async function canAutofillPasskeys(): Promise<boolean> {
  if (getPasskeyObstacle()) return false;
  return (await PublicKeyCredential.isConditionalMediationAvailable?.()) === true;
}

/** Whether a passkey was created or used in this browser. */
export const hasUsedPasskey = (): boolean => getPasskeyObstacle() === undefined && localStorage.getItem(PASSKEY_USED_KEY) === 'used';
export const rememberPasskeyUse = (): void => localStorage.setItem(PASSKEY_USED_KEY, 'used');

type Library = typeof browserLibrary;

async function runInBrowser<T>(run: (library: Library) => Promise<T>): Promise<T> {
  const library = await import('@simplewebauthn/browser');
  try {
    return await run(library);
  } catch (error) {
    throw toFailure(error);
  }
}

function toFailure(error: unknown): Error {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const name = cause instanceof Error ? cause.name : '';
  if (name === 'NotAllowedError' || name === 'AbortError') return new PasskeyCancelled('Cancelled', { cause: error });
  if (name === 'InvalidStateError') return new UserFacingError('This device already has a passkey for your account.', { cause: error });
  if (name === 'SecurityError')
    return new UserFacingError('Passkeys don’t work at this address. Open the address that your administrator gave you.', { cause: error });
  return new UserFacingError('Your browser couldn’t use a passkey. Try again, or use your password.', { cause: error });
}
