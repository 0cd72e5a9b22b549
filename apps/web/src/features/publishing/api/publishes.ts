import { queryOptions } from '@tanstack/react-query';
import type { Publish } from '@vitrine/contract/publishing';
import { api } from '../../../lib/api-client.ts';
import { keys } from '../../../lib/query-keys.ts';

export const devicePublishesOptions = (deviceId: string) =>
  queryOptions({
    queryKey: keys.publishesOfDevice(deviceId),
    queryFn: ({ signal }) => api.get<Publish[]>('/publishes', { query: { deviceId, dataPerPage: 50 }, signal }),
  });

export const publishPlaylist = (playlistId: string, deviceIds: string[]) =>
  api.post<Publish[]>('/publishes', { playlistId, deviceId: deviceIds });

export const activatePublish = (publish: Publish) =>
  api.put<Publish>(`/publishes/${publish._id}`, { playlistId: publish.playlistId._id, deviceId: publish.deviceId._id, status: 'active' });

export const removePublish = (publish: Publish) =>
  api.delete<undefined>('/publishes/playlist/delete', { query: { deviceId: publish.deviceId._id, playlistId: publish.playlistId._id } });
