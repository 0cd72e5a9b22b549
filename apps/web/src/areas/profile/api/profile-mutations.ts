import { useQueryClient } from '@tanstack/react-query';
import type { FtpAccount } from '@vitrine/contract/profile';
import type { MessageResponse } from '../../../lib/api-client.ts';
import { type MutationCallbacks, useApiMutation } from '../../../lib/use-api-mutation.ts';
import { accountKeys } from '../../accounts/api/accounts.ts';
import { type AddressForm, addAddress, deleteAddress, editAddress } from './addresses.ts';
import {
  changeEmail,
  changePassword,
  createFtpAccount,
  deleteAccount,
  endOtherSessions,
  endRemoteSession,
  exportAccount,
  type FtpAction,
  ftpAccountOptions,
  type ProfileChange,
  runFtpAction,
  updateProfile,
} from './profile.ts';
import { profileKeys } from './profile-keys.ts';

export const useUpdateProfile = (userId: string, after: MutationCallbacks<ProfileChange, MessageResponse>) =>
  useApiMutation({ change: (form) => updateProfile(userId, form), stale: [accountKeys.user(userId)] }, after);

export const useChangeEmail = (userId: string, after: MutationCallbacks<{ email: string; password: string }, MessageResponse>) =>
  useApiMutation({ change: (form) => changeEmail(userId, form), stale: [accountKeys.user(userId)] }, after);

/** Signs out everywhere else. */
export const useChangePassword = (after: MutationCallbacks<Parameters<typeof changePassword>[0], MessageResponse>) =>
  useApiMutation({ change: changePassword, stale: [profileKeys.signedIn] }, after);

/** One sign-in by its id, or without one all others. */
export const useEndRemoteSession = (after: MutationCallbacks<string | undefined, MessageResponse>) =>
  useApiMutation(
    { change: (sessionId?: string) => (sessionId ? endRemoteSession(sessionId) : endOtherSessions()), stale: [profileKeys.signedIn] },
    after,
  );

/** Without an id, a new address. */
export const useSaveAddress = (userId: string, addressId: string | undefined) =>
  useApiMutation({
    change: (form: AddressForm) => (addressId ? editAddress(addressId, form) : addAddress(form)),
    stale: [profileKeys.addresses(userId)],
  });

export const useDeleteAddress = (userId: string, after: MutationCallbacks<string, MessageResponse>) =>
  useApiMutation({ change: (id) => deleteAddress(id), stale: [profileKeys.addresses(userId)] }, after);

export function useCreateFtpAccount(email: string, after: MutationCallbacks<void, MessageResponse & { result: FtpAccount }>) {
  const client = useQueryClient();
  return useApiMutation(
    {
      change: async () => {
        const answer = await createFtpAccount(email);
        client.setQueryData(ftpAccountOptions.queryKey, answer.result);
        return answer;
      },
      stale: [],
    },
    after,
  );
}

export function useFtpAction(act: FtpAction, after: MutationCallbacks<string, MessageResponse>) {
  const client = useQueryClient();
  return useApiMutation(
    {
      change: async (password) => {
        const answer = await runFtpAction(act, password);
        client.setQueryData(ftpAccountOptions.queryKey, answer.account);
        return answer;
      },
      stale: [],
    },
    after,
  );
}

export const useExportAccount = (after: MutationCallbacks<string, void>) => useApiMutation({ change: exportAccount, stale: [] }, after);

export const useDeleteAccount = (userId: string, after: MutationCallbacks<{ password: string }, MessageResponse>) =>
  useApiMutation({ change: ({ password }) => deleteAccount(userId, password), stale: [] }, after);
