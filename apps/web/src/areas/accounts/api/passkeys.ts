import type { User } from '@vitrine/contract/accounts';
import * as endpoints from '@vitrine/contract/passkeys.endpoints';
import { call, type MessageResponse, send } from '../../../lib/api-client.ts';
import { answerWithAutofill, answerWithPasskey, canAutofillPasskeys, rememberPasskeyUse } from '../../../lib/passkeys.ts';
import { startSession } from '../../../lib/session.ts';
import { type MutationCallbacks, useApiMutation } from '../../../lib/use-api-mutation.ts';

async function signInWithPasskey(): Promise<User> {
  return openSession(await answerWithPasskey(await call(endpoints.readPasskeySignInOptions)));
}

/** Waits until the user chooses a passkey in a field of the page. Resolves to undefined when the browser or the server cannot offer that. */
export async function signInWithAutofill(signal: AbortSignal): Promise<User | undefined> {
  if (!(await canAutofillPasskeys())) return undefined;
  const options = await call(endpoints.readPasskeySignInOptions, { signal }).catch(() => undefined);
  // The user has not asked for anything yet, so a browser that fails to offer passkeys is not reported.
  const response = options && (await answerWithAutofill(options, signal).catch(() => undefined));
  return response && openSession(response);
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
