import { queryOptions } from '@tanstack/react-query';
import type { Publish } from '@vitrine/contract/publishing';
import * as endpoints from '@vitrine/contract/publishing.endpoints';
import type { Schedule } from '@vitrine/contract/schedule';
import { call, send } from '../../../lib/api-client.ts';
import { publishKeys } from '../../../lib/query-keys.ts';

/** Without a schedule, one that a device has for the playlist stays. */
export interface PublishRequest {
  playlistId: string;
  schedule?: Schedule;
}

/** All of them decide together what shows. */
const WHOLE_PAGE = 300;

export const devicePublishesOptions = (deviceId: string) =>
  queryOptions({
    queryKey: publishKeys.ofDevice(deviceId),
    queryFn: ({ signal }) => call(endpoints.listPublishes, { query: { deviceId, dataPerPage: WHOLE_PAGE }, signal }),
  });

/** What publishing would do to each of these devices; asks, and changes nothing. */
export const publishForecastOptions = ({ playlistId, schedule }: PublishRequest, deviceIds: readonly string[]) =>
  queryOptions({
    queryKey: publishKeys.forecast(playlistId, schedule, deviceIds),
    queryFn: ({ signal }) => call(endpoints.readForecast, { body: { playlistId, schedule, deviceId: deviceIds }, signal }),
    enabled: deviceIds.length > 0,
    placeholderData: (before) => before,
  });

/** So often a clock on a line has moved far enough to be seen. */
const DAYS_REFRESH_MS = 300_000;

/** Today of each of these devices, by its own clock. */
export const deviceDaysOptions = (deviceIds: readonly string[]) =>
  queryOptions({
    queryKey: publishKeys.days(deviceIds),
    queryFn: ({ signal }) => call(endpoints.readDeviceDays, { body: { deviceId: deviceIds }, signal }),
    enabled: deviceIds.length > 0,
    placeholderData: (before) => before,
    refetchInterval: DAYS_REFRESH_MS,
  });

export const playlistPublishesOptions = (playlistId: string) =>
  queryOptions({
    queryKey: publishKeys.ofPlaylist(playlistId),
    queryFn: ({ signal }) => call(endpoints.listPublishes, { query: { playlistId, dataPerPage: 50 }, signal }),
  });

export const publishPlaylist = (what: PublishRequest, deviceIds: string[]) =>
  send(endpoints.createPublish, { body: { ...what, deviceId: deviceIds } });

export const activatePublish = (publish: Publish) =>
  send(endpoints.editPublish, {
    params: { id: publish._id },
    body: { playlistId: publish.playlistId._id, deviceId: [publish.deviceId._id], status: 'active' },
  });

export const setMainPlaylist = (publish: Publish) =>
  send(endpoints.editPublish, { params: { id: publish._id }, body: { mainPlaylist: true, deviceId: publish.deviceId._id } });

export const saveSchedule = (publish: Publish, schedule: Schedule) =>
  send(endpoints.setSchedule, { params: { publishId: publish._id }, body: { schedule } });
export const resetSchedule = (publish: Publish) => send(endpoints.resetSchedule, { params: { publishId: publish._id } });

export const removePublish = (publish: Publish) =>
  send(endpoints.deletePublish, { query: { deviceId: publish.deviceId._id, playlistId: publish.playlistId._id } });
