import { queryOptions } from '@tanstack/react-query';
import type { User } from '@vitrine/contract/accounts';
import type { UploadedFile } from '@vitrine/contract/media';
import type { FtpAccount, SignedIn } from '@vitrine/contract/profile';
import { api } from '../../../lib/api-client.ts';
import { download } from '../../../lib/downloads.ts';
import { sealPassword } from '../../../lib/sealed-password.ts';
import { profileKeys } from '../profile-keys.ts';

export interface ProfileChange {
  name?: string;
  email?: string;
  phoneNo?: string;
  dateOfBirth?: string;
  gender?: string;
  profilePicture?: { key: string } | null;
}

export const updateProfile = (userId: string, change: ProfileChange) => api.put<User>(`/users/${userId}`, change);

/** Keeps a picture as an upload of one's own; it becomes the profile's with the next update. */
export async function uploadPicture(file: File): Promise<string> {
  const form = new FormData();
  form.set('file', file);
  const { result } = await api.post<UploadedFile[]>('/uploads', form, { query: { fileType: 'image' } });
  return result[0]?.key ?? '';
}

export async function changePassword(form: { oldPassword: string; newPassword: string }) {
  // One after the other: each box has its own nonce.
  const oldPassword = await sealPassword(form.oldPassword);
  const newPassword = await sealPassword(form.newPassword);
  return api.put<undefined>('/users/password', { oldPassword, newPassword });
}

export const ftpAccountOptions = queryOptions({
  queryKey: profileKeys.ftpAccount,
  queryFn: ({ signal }) => api.get<FtpAccount | null>('/users/ftp/server', { signal }),
});
export const makeFtpAccount = (email: string) => api.post<FtpAccount>('/users/ftp/server', { email });

export const signedInOptions = queryOptions({
  queryKey: profileKeys.signedIn,
  queryFn: ({ signal }) => api.get<SignedIn[]>('/users/sessions', { signal }),
});
export const endSignIn = (sessionId: string) => api.delete<undefined>(`/users/sessions/${sessionId}`);
export const endOtherSignIns = () => api.delete<undefined>('/users/sessions');

export const exportAccount = () => download('/users/export', 'vitrine-account.json');
export async function deleteAccount(userId: string, password: string) {
  return api.delete<undefined>(`/users/${userId}`, { body: { password: await sealPassword(password) } });
}
