import { queryOptions } from '@tanstack/react-query';
import type { User } from '@vitrine/contract/accounts';
import * as endpoints from '@vitrine/contract/accounts.endpoints';
import { call, type MessageResponse, send } from '../../../lib/api-client.ts';
import { sealPassword } from '../../../lib/sealed-password.ts';
import { endSession, getSession, refreshSession, startSession } from '../../../lib/session.ts';
import { type MutationCallbacks, useApiMutation } from '../../../lib/use-api-mutation.ts';

export const accountKeys = {
  users: ['user'] as const,
  user: (userId: string) => ['user', userId] as const,
  storages: ['storage'] as const,
  /** Key for the storage of an account, or of an organisation if `orgId` is given. */
  storage: (userId: string, orgId?: string) => ['storage', userId, orgId ?? ''] as const,
};

const emailLinkKeys = {
  verification: (key: string) => ['verification', key] as const,
  reset: (key: string) => ['reset-link', key] as const,
};

const PLATFORM = 'PP';

export interface Credentials {
  email: string;
  password: string;
}

async function signIn(form: Credentials & { code?: string }): Promise<User> {
  const password = await sealPassword(form.password);
  const { email, code } = form;
  const answer = await send(endpoints.signIn, { body: { email, password, platform: PLATFORM, ...(code !== undefined && { code }) } });
  startSession(answer.token ?? '', answer.result);
  return answer.result;
}

async function signUp(form: { name: string; email: string; password: string }) {
  const password = await sealPassword(form.password);
  return send(endpoints.signUp, { body: { name: form.name, email: form.email, password, platform: PLATFORM } });
}

/** Ends the session at the server as well; if that cannot be reached, at least here. */
export async function signOut(): Promise<void> {
  await send(endpoints.signOut).catch((error: unknown) => console.warn('Signing out at the server failed.', error));
  endSession({ isByChoice: true });
}

const resendVerification = (email: string) =>
  send(endpoints.requestAccountEmail, { body: { email, type: 'verify_email', platform: PLATFORM } });

const requestPasswordReset = (email: string) => send(endpoints.requestAccountEmail, { body: { email, platform: PLATFORM } });

/** Returns the account whose password a link would set. Requested once for a link; the link stays valid until a password was set. */
export const resetLinkOptions = (key: string, lock: string) =>
  queryOptions({
    queryKey: emailLinkKeys.reset(key),
    queryFn: () => call(endpoints.verifyEmail, { body: { key, lock, platform: PLATFORM } }),
    ...RUN_ONCE,
  });

async function resetPassword(link: { email: string; key: string; lock: string }, newPassword: string) {
  return send(endpoints.resetPassword, { body: { ...link, password: await sealPassword(newPassword), platform: PLATFORM } });
}

const acceptPrivacy = (userId: string) => send(endpoints.setPrivacy, { params: { userId }, body: { privacy: true } });

/** Once it has ended, the album page begins with albums on every device. */
const setOnboardingEnded = (userId: string, ended: boolean) => send(endpoints.setOnboardingEnded, { params: { userId }, body: { ended } });

const RUN_ONCE = { retry: false, staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false, refetchOnReconnect: false } as const;

/** A write told as a query: it must run once for a link however often the page is drawn. */
export const verificationOptions = (key: string, lock: string) =>
  queryOptions({
    queryKey: emailLinkKeys.verification(key),
    queryFn: () => send(endpoints.verifyEmail, { query: { type: 'create_user' }, body: { key, lock, platform: PLATFORM } }),
    ...RUN_ONCE,
  });

export const userOptions = (userId: string) =>
  queryOptions({
    queryKey: accountKeys.user(userId),
    queryFn: async ({ signal }) => {
      const token = getSession()?.token;
      const user = await call(endpoints.readUser, { params: { userId }, signal });
      refreshSession(token, user);
      return user;
    },
    staleTime: 300_000,
  });

export const useSignIn = (after: MutationCallbacks<Parameters<typeof signIn>[0], User>) =>
  useApiMutation({ mutate: signIn, invalidates: [] }, after);

export const useSignUp = (after: MutationCallbacks<Parameters<typeof signUp>[0], MessageResponse>) =>
  useApiMutation({ mutate: signUp, invalidates: [] }, after);

export const useResendVerification = (email: string, after: MutationCallbacks<void, MessageResponse>) =>
  useApiMutation({ mutate: () => resendVerification(email), invalidates: [] }, after);

export const useRequestPasswordReset = (after: MutationCallbacks<{ email: string }, MessageResponse>) =>
  useApiMutation({ mutate: ({ email }) => requestPasswordReset(email), invalidates: [] }, after);

export const useResetPassword = (
  link: Parameters<typeof resetPassword>[0],
  after: MutationCallbacks<{ password: string }, MessageResponse>,
) => useApiMutation({ mutate: ({ password }) => resetPassword(link, password), invalidates: [] }, after);

export const useAcceptPrivacy = (userId: string, after: MutationCallbacks<void, MessageResponse>) =>
  useApiMutation({ mutate: () => acceptPrivacy(userId), invalidates: [] }, after);

export const useSetOnboardingEnded = (userId: string, after?: MutationCallbacks<boolean, MessageResponse>) =>
  useApiMutation(
    { mutate: (ended) => setOnboardingEnded(userId, ended), invalidates: [accountKeys.user(userId)], serialKey: 'welcome' },
    after,
  );

/** Ends emails of one kind by the token of their link. */
export const useStopEmails = () =>
  useApiMutation<string, MessageResponse>({ mutate: (token) => send(endpoints.stopEmails, { query: { token } }), invalidates: [] });
