import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { EndpointInput } from '@vitrine/contract/endpoint';
import type { FtpAccount } from '@vitrine/contract/profile';
import * as endpoints from '@vitrine/contract/profile.endpoints';
import { call, fetchEndpointBytes, type MessageResponse, send } from '../../../lib/api-client.ts';
import { saveBytes } from '../../../lib/downloads.ts';
import { sealPassword } from '../../../lib/sealed-password.ts';
import { type MutationCallbacks, useApiMutation } from '../../../lib/use-api-mutation.ts';
import { accountKeys } from '../../accounts/api/accounts.ts';

const profileKeys = {
  ftpAccount: ['ftp-account'] as const,
  sessions: ['signed-in'] as const,
  signIns: ['sign-ins'] as const,
};

type ProfileChange = EndpointInput<typeof endpoints.editUser>['body'];

const updateProfile = (userId: string, change: ProfileChange) => send(endpoints.editUser, { params: { id: userId }, body: change });

/** Changes the address, which requires the caller's password. */
const changeEmail = async (userId: string, { email, password }: { email: string; password: string }) =>
  updateProfile(userId, { email, password: await sealPassword(password) });

async function changePassword(form: { oldPassword: string; newPassword: string }) {
  // One after the other: each box has its own nonce.
  const oldPassword = await sealPassword(form.oldPassword);
  const newPassword = await sealPassword(form.newPassword);
  return send(endpoints.changePassword, { body: { oldPassword, newPassword } });
}

export const ftpAccountOptions = queryOptions({
  queryKey: profileKeys.ftpAccount,
  queryFn: ({ signal }) => call(endpoints.readFtpAccount, { signal }),
  // The password is in it once it was shown: as long as the page is, and no longer.
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
});
const createFtpAccount = (email: string) => send(endpoints.createFtpAccount, { body: { email } });

export type FtpAction = 'show' | 'renew' | 'withdraw';
/** FTP actions that require the account's password; returns the resulting FTP account, if any. */
async function runFtpAction(act: FtpAction, plain: string): Promise<{ message?: string; account: FtpAccount | null }> {
  const password = await sealPassword(plain);
  if (act === 'show') return { account: await call(endpoints.createFtpAccount, { body: { password } }) };
  if (act === 'withdraw') return { ...(await send(endpoints.deleteFtpAccount, { body: { password } })), account: null };
  const { message, result } = await send(endpoints.renewFtpPassword, { body: { password } });
  return { message, account: result };
}

export const sessionsOptions = queryOptions({
  queryKey: profileKeys.sessions,
  queryFn: ({ signal }) => call(endpoints.listSessions, { signal }),
});
export const signInEventsOptions = queryOptions({
  queryKey: profileKeys.signIns,
  queryFn: ({ signal }) => call(endpoints.listSignInEvents, { signal }),
});
const endRemoteSession = (sessionId: string) => send(endpoints.endSession, { params: { id: sessionId } });
const endOtherSessions = () => send(endpoints.endOtherSessions);

async function exportAccount(password: string): Promise<void> {
  saveBytes(
    await fetchEndpointBytes(endpoints.exportAccount, { body: { password: await sealPassword(password) } }),
    'vitrine-account.json',
  );
}
async function deleteAccount(userId: string, password: string) {
  return send(endpoints.deleteUser, { params: { id: userId }, body: { password: await sealPassword(password) } });
}

export const useUpdateProfile = (userId: string, after: MutationCallbacks<ProfileChange, MessageResponse>) =>
  useApiMutation({ mutate: (form) => updateProfile(userId, form), invalidates: [accountKeys.user(userId)] }, after);

export const useChangeEmail = (userId: string, after: MutationCallbacks<{ email: string; password: string }, MessageResponse>) =>
  useApiMutation({ mutate: (form) => changeEmail(userId, form), invalidates: [accountKeys.user(userId)] }, after);

/** Signs out everywhere else. */
export const useChangePassword = (after: MutationCallbacks<Parameters<typeof changePassword>[0], MessageResponse>) =>
  useApiMutation({ mutate: changePassword, invalidates: [profileKeys.sessions] }, after);

/** One sign-in by its id, or without one all others. */
export const useEndRemoteSession = (after: MutationCallbacks<string | undefined, MessageResponse>) =>
  useApiMutation(
    { mutate: (sessionId?: string) => (sessionId ? endRemoteSession(sessionId) : endOtherSessions()), invalidates: [profileKeys.sessions] },
    after,
  );

export function useCreateFtpAccount(email: string, after: MutationCallbacks<void, MessageResponse & { result: FtpAccount }>) {
  const client = useQueryClient();
  return useApiMutation(
    {
      mutate: async () => {
        const answer = await createFtpAccount(email);
        client.setQueryData(ftpAccountOptions.queryKey, answer.result);
        return answer;
      },
      invalidates: [],
    },
    after,
  );
}

export function useFtpAction(act: FtpAction, after: MutationCallbacks<string, MessageResponse>) {
  const client = useQueryClient();
  return useApiMutation(
    {
      mutate: async (password) => {
        const answer = await runFtpAction(act, password);
        client.setQueryData(ftpAccountOptions.queryKey, answer.account);
        return answer;
      },
      invalidates: [],
    },
    after,
  );
}

export const useExportAccount = (after: MutationCallbacks<string, void>) =>
  useApiMutation({ mutate: exportAccount, invalidates: [] }, after);

export const useDeleteAccount = (userId: string, after: MutationCallbacks<{ password: string }, MessageResponse>) =>
  useApiMutation({ mutate: ({ password }) => deleteAccount(userId, password), invalidates: [] }, after);
