import type { User } from '@vitrine/contract/accounts';
import type { MessageResponse } from '../../../lib/api-client.ts';
import { type MutationCallbacks, useApiMutation } from '../../../lib/use-api-mutation.ts';
import { accountKeys } from './account-keys.ts';
import { acceptPrivacy, requestPasswordReset, resendVerification, resetPassword, setOnboardingEnded, signIn, signUp } from './accounts.ts';

export const useSignIn = (after: MutationCallbacks<Parameters<typeof signIn>[0], User>) =>
  useApiMutation({ change: signIn, stale: [] }, after);

export const useSignUp = (after: MutationCallbacks<Parameters<typeof signUp>[0], MessageResponse>) =>
  useApiMutation({ change: signUp, stale: [] }, after);

export const useResendVerification = (email: string, after: MutationCallbacks<void, MessageResponse>) =>
  useApiMutation({ change: () => resendVerification(email), stale: [] }, after);

export const useRequestPasswordReset = (after: MutationCallbacks<{ email: string }, MessageResponse>) =>
  useApiMutation({ change: ({ email }) => requestPasswordReset(email), stale: [] }, after);

export const useResetPassword = (
  link: Parameters<typeof resetPassword>[0],
  after: MutationCallbacks<{ password: string }, MessageResponse>,
) => useApiMutation({ change: ({ password }) => resetPassword(link, password), stale: [] }, after);

export const useAcceptPrivacy = (userId: string, after: MutationCallbacks<void, MessageResponse>) =>
  useApiMutation({ change: () => acceptPrivacy(userId), stale: [] }, after);

export const useSetOnboardingEnded = (userId: string, after?: MutationCallbacks<boolean, MessageResponse>) =>
  useApiMutation({ change: (ended) => setOnboardingEnded(userId, ended), stale: [accountKeys.user(userId)], inTurn: 'welcome' }, after);
