import { queryOptions } from '@tanstack/react-query';
import type { EndpointInput } from '@vitrine/contract/endpoint';
import type { FtpAccount } from '@vitrine/contract/profile';
import * as endpoints from '@vitrine/contract/profile.endpoints';
import { call, fetchEndpointBytes, send } from '../../../lib/api-client.ts';
import { saveBytes } from '../../../lib/downloads.ts';
import { sealPassword } from '../../../lib/sealed-password.ts';
import { profileKeys } from './profile-keys.ts';

export type ProfileChange = EndpointInput<typeof endpoints.editUser>['body'];

export const updateProfile = (userId: string, change: ProfileChange) => send(endpoints.editUser, { params: { id: userId }, body: change });

/** Another address, which takes the password of whoever asks. */
export const changeEmail = async (userId: string, { email, password }: { email: string; password: string }) =>
  updateProfile(userId, { email, password: await sealPassword(password) });

export async function changePassword(form: { oldPassword: string; newPassword: string }) {
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
export const createFtpAccount = (email: string) => send(endpoints.createFtpAccount, { body: { email } });

export type FtpAction = 'show' | 'renew' | 'withdraw';
/** What takes the account's password; the FTP account as it is afterwards, or none. */
export async function runFtpAction(act: FtpAction, plain: string): Promise<{ message?: string; account: FtpAccount | null }> {
  const password = await sealPassword(plain);
  if (act === 'show') return { account: await call(endpoints.createFtpAccount, { body: { password } }) };
  if (act === 'withdraw') return { ...(await send(endpoints.deleteFtpAccount, { body: { password } })), account: null };
  const { message, result } = await send(endpoints.renewFtpPassword, { body: { password } });
  return { message, account: result };
}

export const sessionsOptions = queryOptions({
  queryKey: profileKeys.signedIn,
  queryFn: ({ signal }) => call(endpoints.listSessions, { signal }),
});
export const endRemoteSession = (sessionId: string) => send(endpoints.endSession, { params: { id: sessionId } });
export const endOtherSessions = () => send(endpoints.endOtherSessions);

export async function exportAccount(password: string): Promise<void> {
  saveBytes(
    await fetchEndpointBytes(endpoints.exportAccount, { body: { password: await sealPassword(password) } }),
    'vitrine-account.json',
  );
}
export async function deleteAccount(userId: string, password: string) {
  return send(endpoints.deleteUser, { params: { id: userId }, body: { password: await sealPassword(password) } });
}
