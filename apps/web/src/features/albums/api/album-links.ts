import { queryOptions } from '@tanstack/react-query';
import * as endpoints from '@vitrine/contract/album-links.endpoints';
import { albumKeys } from '../../../entities/albums/album-keys.ts';
import { call, send } from '../../../lib/api-client.ts';
import { sealPassword } from '../../../lib/sealed-password.ts';

/** What a link is given: null is no end, and no password. What is undefined stays as it is. */
export interface LinkTerms {
  expiresAt?: string | null;
  password?: string | null;
  allowsDownload: boolean;
}

export const albumLinksOptions = (albumId: string) =>
  queryOptions({
    queryKey: albumKeys.links(albumId),
    queryFn: ({ signal }) => call(endpoints.listAlbumLinks, { params: { albumId }, signal }),
    // How often each was opened changes without anybody telling.
    staleTime: 0,
  });

const sealed = async ({ password, ...terms }: LinkTerms) => ({
  ...terms,
  ...(password !== undefined && { password: password === null ? null : await sealPassword(password) }),
});

export const createLink = async (albumId: string, terms: LinkTerms) =>
  call(endpoints.createAlbumLink, { params: { albumId }, body: { expiresAt: null, ...(await sealed(terms)) } });

export const editLink = async (linkId: string, terms: LinkTerms) =>
  send(endpoints.editAlbumLink, { params: { linkId }, body: await sealed(terms) });

export const revokeLink = (linkId: string) => send(endpoints.revokeAlbumLink, { params: { linkId } });
