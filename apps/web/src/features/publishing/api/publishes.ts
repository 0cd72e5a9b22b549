import { queryOptions } from '@tanstack/react-query';
import type { PublishForecast } from '@vitrine/contract/forecast';
import type { Publish } from '@vitrine/contract/publishing';
import type { Schedule } from '@vitrine/contract/schedule';
import { publishKeys } from '../../../entities/publishes/publish-keys.ts';
import { api } from '../../../lib/api-client.ts';

/** Without a schedule, one that a device has for the playlist stays. */
export interface WhatToPublish {
  playlistId: string;
  schedule?: Schedule;
}

/** All of them decide together what shows. */
const WHOLE_PAGE = 300;

export const devicePublishesOptions = (deviceId: string) =>
  queryOptions({
    queryKey: publishKeys.ofDevice(deviceId),
    queryFn: ({ signal }) => api.get<Publish[]>('/publishes', { query: { deviceId, dataPerPage: WHOLE_PAGE }, signal }),
  });

/** What publishing would do to each of these devices; asks, and changes nothing. */
export const publishForecastOptions = ({ playlistId, schedule }: WhatToPublish, deviceIds: readonly string[]) =>
  queryOptions({
    queryKey: publishKeys.forecast(playlistId, schedule, deviceIds),
    queryFn: async ({ signal }) =>
      (await api.post<PublishForecast[]>('/publishes/forecast', { playlistId, schedule, deviceId: deviceIds }, { signal })).result,
    enabled: deviceIds.length > 0,
    placeholderData: (before) => before,
  });

export const playlistPublishesOptions = (playlistId: string) =>
  queryOptions({
    queryKey: publishKeys.ofPlaylist(playlistId),
    queryFn: ({ signal }) => api.get<Publish[]>('/publishes', { query: { playlistId, dataPerPage: 50 }, signal }),
  });

export const publishPlaylist = (what: WhatToPublish, deviceIds: string[]) =>
  api.post<Publish[]>('/publishes', { ...what, deviceId: deviceIds });

export const activatePublish = (publish: Publish) =>
  api.put<Publish>(`/publishes/${publish._id}`, { playlistId: publish.playlistId._id, deviceId: [publish.deviceId._id], status: 'active' });

export const makeMain = (publish: Publish) =>
  api.put<Publish>(`/publishes/${publish._id}`, { mainPlaylist: true, deviceId: publish.deviceId._id });

export const saveSchedule = (publish: Publish, schedule: Schedule) => api.put<Publish>(`/publishes/schedule/${publish._id}`, { schedule });
export const resetSchedule = (publish: Publish) => api.put<Publish>(`/publishes/schedule/reset/${publish._id}`, {});

export const removePublish = (publish: Publish) =>
  api.delete<undefined>('/publishes/playlist/delete', { query: { deviceId: publish.deviceId._id, playlistId: publish.playlistId._id } });
