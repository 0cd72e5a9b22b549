import { queryOptions } from '@tanstack/react-query';
import type { AlbumLink } from '@vitrine/contract/album-links';
import * as endpoints from '@vitrine/contract/album-links.endpoints';
import { call, type MessageResponse, send } from '../../../lib/api-client.ts';
import { albumKeys } from '../../../lib/query-keys.ts';
import { sealPassword } from '../../../lib/sealed-password.ts';
import { type MutationCallbacks, useApiMutation } from '../../../lib/use-api-mutation.ts';

/** Settings of a link: null means no expiry and no password; undefined keeps the current value. */
export interface AlbumLinkSettings {
  expiresAt?: string | null;
  password?: string | null;
  allowsDownload: boolean;
}

export const albumLinksOptions = (albumId: string) =>
  queryOptions({
    queryKey: albumKeys.links(albumId),
    queryFn: ({ signal }) => call(endpoints.listAlbumLinks, { params: { albumId }, signal }),
    // The number of visits changes without live events.
    staleTime: 0,
  });

const sealLinkPassword = async ({ password, ...terms }: AlbumLinkSettings) => ({
  ...terms,
  ...(password !== undefined && { password: password === null ? null : await sealPassword(password) }),
});

const createAlbumLink = async (albumId: string, terms: AlbumLinkSettings) =>
  call(endpoints.createAlbumLink, { params: { albumId }, body: { expiresAt: null, ...(await sealLinkPassword(terms)) } });

const editAlbumLink = async (linkId: string, terms: AlbumLinkSettings) =>
  send(endpoints.editAlbumLink, { params: { linkId }, body: await sealLinkPassword(terms) });

const revokeAlbumLink = (linkId: string) => send(endpoints.revokeAlbumLink, { params: { linkId } });

export const useReadLinkToken = (after: MutationCallbacks<AlbumLink, { token: string }>) =>
  useApiMutation({ mutate: ({ _id }) => call(endpoints.readAlbumLinkToken, { params: { linkId: _id } }), invalidates: [] }, after);

/** Settings of a new link; a missing password keeps the current one. */
export const useCreateAlbumLink = (
  albumId: string,
  after: MutationCallbacks<AlbumLinkSettings, Awaited<ReturnType<typeof createAlbumLink>>>,
) => useApiMutation({ mutate: (terms) => createAlbumLink(albumId, terms), invalidates: [albumKeys.links(albumId)] }, after);

export const useEditAlbumLink = (albumId: string, linkId: string, after: MutationCallbacks<AlbumLinkSettings, MessageResponse>) =>
  useApiMutation({ mutate: (terms) => editAlbumLink(linkId, terms), invalidates: [albumKeys.links(albumId)] }, after);

export const useRevokeAlbumLink = (albumId: string, after: MutationCallbacks<string, MessageResponse>) =>
  useApiMutation({ mutate: revokeAlbumLink, invalidates: [albumKeys.links(albumId)], invalidatesOnError: true }, after);
