import { queryOptions } from '@tanstack/react-query';
import type { Permission } from '@vitrine/contract/albums';
import { LIMITS } from '@vitrine/contract/limits';
import * as endpoints from '@vitrine/contract/sharing.endpoints';
import { call, send } from '../../../lib/api-client.ts';
import { getNewItemOwner } from '../../accounts/owner-scope.ts';

export interface AlbumShare {
  email: string;
  permission: Permission;
}

/** Known people whose address begins with the text, and any account of the platform with exactly this address. */
export const emailSearchOptions = (text: string) =>
  queryOptions({
    queryKey: ['emails', text],
    queryFn: ({ signal }) => call(endpoints.searchEmails, { params: { text }, signal }),
    enabled: text.length >= LIMITS.emailSearchMin,
    retry: false,
  });

/** New and changed shares, and who goes: ids, or the addresses of people without an account. */
export const shareAlbum = (albumId: string, emailArr: readonly AlbumShare[], userRemoveId: readonly string[]) =>
  send(endpoints.shareAlbum, { params: { albumId }, body: { emailArr, userRemoveId, userId: getNewItemOwner().userId } });

export const leaveAlbum = (albumId: string, userId: string) =>
  send(endpoints.unshareAlbum, { params: { albumId }, body: { userRemoveId: [userId] } });
