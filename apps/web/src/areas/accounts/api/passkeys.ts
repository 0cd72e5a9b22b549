import type { User } from '@vitrine/contract/accounts';
import * as endpoints from '@vitrine/contract/passkeys.endpoints';
import { call, type MessageResponse, send } from '../../../lib/api-client.ts';
import { answerWithAutofill, answerWithPasskey, canAutofillPasskeys, PasskeyCancelled, rememberPasskeyUse } from '../../../lib/passkeys.ts';
import { startSession } from '../../../lib/session.ts';
import { type MutationCallbacks, useApiMutation } from '../../../lib/use-api-mutation.ts';

async function signInWithPasskey(): Promise<User> {
  return openSession(await answerWithPasskey(await call(endpoints.readPasskeySignInOptions)));
}

/** Waits until the user chooses a passkey in a field of the page. Resolves to undefined when the browser cannot offer that, or when it failed. */
export async function signInWithAutofill(signal: AbortSignal): Promise<User | undefined> {
  if (!(await canAutofillPasskeys())) return undefined;
  try {
    const options = await call(endpoints.readPasskeySignInOptions, { signal });
    return await openSession(await answerWithAutofill(options, signal));
  } catch (error) {
    if (!(error instanceof PasskeyCancelled)) console.warn('Signing in with a passkey failed.', error);
    return undefined;
  }
}

async function openSession(response: Awaited<ReturnType<typeof answerWithPasskey>>): Promise<User> {
  const answer = await send(endpoints.signInWithPasskey, { body: { response } });
  rememberPasskeyUse();
  startSession(answer.token ?? '', answer.result);
  return answer.result;
}

async function stepUpWithPasskey(): Promise<MessageResponse> {
  const response = await answerWithPasskey(await call(endpoints.readPasskeyStepUpOptions));
  return send(endpoints.stepUpWithPasskey, { body: { response } });
}

export const useSignInWithPasskey = (after: MutationCallbacks<void, User>) =>
  useApiMutation({ mutate: signInWithPasskey, invalidates: [] }, after);

export const useStepUpWithPasskey = (after: MutationCallbacks<void, MessageResponse>) =>
  useApiMutation({ mutate: stepUpWithPasskey, invalidates: [] }, after);
