import { queryOptions } from '@tanstack/react-query';
import type { EndpointInput } from '@vitrine/contract/endpoint';
import { uploadFiles } from '@vitrine/contract/files.endpoints';
import * as endpoints from '@vitrine/contract/profile.endpoints';
import { addressOf, call, send } from '../../../lib/api-client.ts';
import { download } from '../../../lib/downloads.ts';
import { sealPassword } from '../../../lib/sealed-password.ts';
import { profileKeys } from '../profile-keys.ts';

export type ProfileChange = EndpointInput<typeof endpoints.editUser>['body'];

export const updateProfile = (userId: string, change: ProfileChange) => send(endpoints.editUser, { params: { id: userId }, body: change });

/** Keeps a picture as an upload of one's own; it becomes the profile's with the next update. */
export async function uploadPicture(file: File): Promise<string> {
  const form = new FormData();
  form.set('file', file);
  const [uploaded] = await call(uploadFiles, { query: { fileType: 'image' }, body: form });
  return uploaded?.key ?? '';
}

export async function changePassword(form: { oldPassword: string; newPassword: string }) {
  // One after the other: each box has its own nonce.
  const oldPassword = await sealPassword(form.oldPassword);
  const newPassword = await sealPassword(form.newPassword);
  return send(endpoints.changePassword, { body: { oldPassword, newPassword } });
}

export const ftpAccountOptions = queryOptions({
  queryKey: profileKeys.ftpAccount,
  queryFn: ({ signal }) => call(endpoints.readFtpAccount, { signal }),
});
export const makeFtpAccount = (email: string) => send(endpoints.createFtpAccount, { body: { email } });

export const signedInOptions = queryOptions({
  queryKey: profileKeys.signedIn,
  queryFn: ({ signal }) => call(endpoints.listSessions, { signal }),
});
export const endSignIn = (sessionId: string) => send(endpoints.endSession, { params: { id: sessionId } });
export const endOtherSignIns = () => send(endpoints.endOtherSessions);

export const exportAccount = () => download(addressOf(endpoints.exportAccount), 'vitrine-account.json');
export async function deleteAccount(userId: string, password: string) {
  return send(endpoints.deleteUser, { params: { id: userId }, body: { password: await sealPassword(password) } });
}
