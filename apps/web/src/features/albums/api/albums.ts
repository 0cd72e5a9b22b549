import { queryOptions } from '@tanstack/react-query';
import type { Album, SortOrder } from '@vitrine/contract/albums';
import { ownerOfNew } from '../../../lib/account-in-view.ts';
import { api } from '../../../lib/api-client.ts';
import { keys } from '../../../lib/query-keys.ts';

const PAGE_SIZE = 250;

export const albumListOptions = (userId: string, sort?: SortOrder) =>
  queryOptions({
    queryKey: keys.albumList(userId, sort),
    queryFn: ({ signal }) => api.get<Album[]>(`/albums/${userId}`, { query: { sort, dataPerPage: PAGE_SIZE }, signal }),
  });

export const albumOptions = (albumId: string) =>
  queryOptions({ queryKey: keys.album(albumId), queryFn: ({ signal }) => api.get<Album>(`/albums/details/${albumId}`, { signal }) });

export const createAlbum = (name: string) => api.post<Album>('/albums', { name, ...ownerOfNew() });
export const renameAlbum = (albumId: string, name: string) => api.put<Album>(`/albums/${albumId}`, { name });
export const deleteAlbum = (albumId: string) => api.delete<undefined>(`/albums/${albumId}`);
