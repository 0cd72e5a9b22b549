import type { User } from '@vitrine/contract/accounts';
import { accountKeys } from '../../../entities/accounts/account-keys.ts';
import { type After, useChange } from '../../../lib/use-change.ts';
import { acceptPrivacy, requestReset, resendVerification, resetPassword, setWelcomeEnded, signIn, signUp } from './accounts.ts';

interface Said {
  message?: string;
}

export const useSignIn = (after: After<Parameters<typeof signIn>[0], User>) => useChange({ change: signIn, stale: [] }, after);

export const useSignUp = (after: After<Parameters<typeof signUp>[0], Said>) => useChange({ change: signUp, stale: [] }, after);

export const useResendVerification = (email: string, after: After<void, Said>) =>
  useChange({ change: () => resendVerification(email), stale: [] }, after);

export const useRequestReset = (after: After<{ email: string }, Said>) =>
  useChange({ change: ({ email }) => requestReset(email), stale: [] }, after);

export const useResetPassword = (link: Parameters<typeof resetPassword>[0], after: After<{ password: string }, Said>) =>
  useChange({ change: ({ password }) => resetPassword(link, password), stale: [] }, after);

export const useAcceptPrivacy = (userId: string, after: After<void, Said>) =>
  useChange({ change: () => acceptPrivacy(userId), stale: [] }, after);

export const useSetWelcomeEnded = (userId: string, after?: After<boolean, Said>) =>
  useChange({ change: (ended) => setWelcomeEnded(userId, ended), stale: [accountKeys.user(userId)], inTurn: 'welcome' }, after);
