import { useQueryClient } from '@tanstack/react-query';
import type { FtpAccount } from '@vitrine/contract/profile';
import { accountKeys } from '../../../entities/accounts/account-keys.ts';
import { type After, useChange } from '../../../lib/use-change.ts';
import { profileKeys } from '../profile-keys.ts';
import { type AddressForm, addAddress, deleteAddress, editAddress } from './addresses.ts';
import {
  actOnFtpAccount,
  changeEmail,
  changePassword,
  deleteAccount,
  endOtherSignIns,
  endSignIn,
  exportAccount,
  type FtpAct,
  ftpAccountOptions,
  makeFtpAccount,
  type ProfileChange,
  updateProfile,
} from './profile.ts';

interface Said {
  message?: string;
}

export const useUpdateProfile = (userId: string, after: After<ProfileChange, Said>) =>
  useChange({ change: (form) => updateProfile(userId, form), stale: [accountKeys.user(userId)] }, after);

export const useChangeEmail = (userId: string, after: After<{ email: string; password: string }, Said>) =>
  useChange({ change: (form) => changeEmail(userId, form), stale: [accountKeys.user(userId)] }, after);

/** Signs out everywhere else. */
export const useChangePassword = (after: After<Parameters<typeof changePassword>[0], Said>) =>
  useChange({ change: changePassword, stale: [profileKeys.signedIn] }, after);

/** One sign-in by its id, or without one all others. */
export const useEndSignIn = (after: After<string | undefined, Said>) =>
  useChange(
    { change: (sessionId?: string) => (sessionId ? endSignIn(sessionId) : endOtherSignIns()), stale: [profileKeys.signedIn] },
    after,
  );

/** Without an id, a new address. */
export const useSaveAddress = (userId: string, addressId: string | undefined) =>
  useChange({
    change: (form: AddressForm) => (addressId ? editAddress(addressId, form) : addAddress(form)),
    stale: [profileKeys.addresses(userId)],
  });

export const useDeleteAddress = (userId: string, after: After<string, Said>) =>
  useChange({ change: (id) => deleteAddress(id), stale: [profileKeys.addresses(userId)] }, after);

export function useMakeFtpAccount(email: string, after: After<void, Said & { result: FtpAccount }>) {
  const client = useQueryClient();
  return useChange(
    {
      change: async () => {
        const answer = await makeFtpAccount(email);
        client.setQueryData(ftpAccountOptions.queryKey, answer.result);
        return answer;
      },
      stale: [],
    },
    after,
  );
}

export function useActOnFtpAccount(act: FtpAct, after: After<string, Said>) {
  const client = useQueryClient();
  return useChange(
    {
      change: async (password) => {
        const answer = await actOnFtpAccount(act, password);
        client.setQueryData(ftpAccountOptions.queryKey, answer.account);
        return answer;
      },
      stale: [],
    },
    after,
  );
}

export const useExportAccount = (after: After<string, void>) => useChange({ change: exportAccount, stale: [] }, after);

export const useDeleteAccount = (userId: string, after: After<{ password: string }, Said>) =>
  useChange({ change: ({ password }) => deleteAccount(userId, password), stale: [] }, after);
