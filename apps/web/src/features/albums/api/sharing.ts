import { queryOptions } from '@tanstack/react-query';
import type { Album, Permission } from '@vitrine/contract/albums';
import { LIMITS } from '@vitrine/contract/limits';
import { ownerOfNew } from '../../../entities/accounts/owner-of-new.ts';
import { api } from '../../../lib/api-client.ts';

export interface Share {
  email: string;
  permission: Permission;
}

/** People whose address begins with what is written. */
export const emailSearchOptions = (text: string) =>
  queryOptions({
    queryKey: ['emails', text],
    queryFn: ({ signal }) => api.get<{ _id: string; email: string }[]>(`/share/email/search/${encodeURIComponent(text)}`, { signal }),
    enabled: text.length >= LIMITS.emailSearchMin,
    retry: false,
  });

/** New and changed shares, and who goes: ids, or the addresses of people without an account. */
export const shareAlbum = (albumId: string, emailArr: readonly Share[], userRemoveId: readonly string[]) =>
  api.put<Album>(`/albums/share/${albumId}`, { emailArr, userRemoveId, userId: ownerOfNew().userId });

export const leaveAlbum = (albumId: string, userId: string) =>
  api.delete<undefined>(`/albums/shares/${albumId}`, { body: { userRemoveId: [userId] } });
