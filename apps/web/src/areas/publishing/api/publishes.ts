import { queryOptions } from '@tanstack/react-query';
import type { Publish } from '@vitrine/contract/publishing';
import * as endpoints from '@vitrine/contract/publishing.endpoints';
import type { ScheduleRequest } from '@vitrine/contract/schedule-windows';
import { call, type MessageResponse, send } from '../../../lib/api-client.ts';
import { deviceKeys, publishKeys } from '../../../lib/query-keys.ts';
import { type MutationCallbacks, useApiMutation } from '../../../lib/use-api-mutation.ts';

/** Without a schedule, one that a device has for the playlist stays. */
export interface PublishRequest extends ScheduleRequest {
  playlistId: string;
}

/** All of them decide together what shows. */
const WHOLE_PAGE = 300;

export const devicePublishesOptions = (deviceId: string) =>
  queryOptions({
    queryKey: publishKeys.ofDevice(deviceId),
    queryFn: ({ signal }) => call(endpoints.listPublishes, { query: { deviceId, dataPerPage: WHOLE_PAGE }, signal }),
  });

/** Forecast of a publish for each of these devices, without changes. `isEnabled` is false while the request is incomplete. */
export const publishForecastOptions = ({ playlistId, ...schedule }: PublishRequest, deviceIds: readonly string[], isEnabled: boolean) =>
  queryOptions({
    queryKey: publishKeys.forecast(playlistId, schedule, deviceIds),
    queryFn: ({ signal }) => call(endpoints.readForecast, { body: { playlistId, ...schedule, deviceId: deviceIds }, signal }),
    enabled: isEnabled && deviceIds.length > 0,
    placeholderData: (before) => before,
  });

/** Requests what a device should have shown at an earlier instant. The past does not change, so live events do not refetch it. */
export const publishHistoryOptions = (deviceId: string, at: string) =>
  queryOptions({
    queryKey: publishKeys.history(deviceId, at),
    queryFn: ({ signal }) => call(endpoints.readPublishHistory, { query: { deviceId, at }, signal }),
  });

/** A change that is previewed. `stamp` is unique for each selection of targets. */
export interface PreviewRequest {
  action: 'publish' | 'schedule';
  playlistId: string;
  schedule: ScheduleRequest | null;
  targets: { deviceId: readonly string[] } | { tagId: readonly string[] };
  stamp: string | number;
}

/** Which screens a change affects, and when, without saving it. */
export const schedulePreviewOptions = ({ action, playlistId, schedule, targets, stamp }: PreviewRequest) =>
  queryOptions({
    queryKey: publishKeys.preview(stamp, { action, playlistId, schedule }),
    queryFn: ({ signal }) => call(endpoints.previewSchedule, { body: { action, playlistId, ...schedule, ...targets }, signal }),
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

/** Number of screens on which the playlist is published, and of those that play it now. */
export const publishCountOptions = (playlistId: string) =>
  queryOptions({
    queryKey: publishKeys.count(playlistId),
    queryFn: ({ signal }) => call(endpoints.countPublishes, { query: { playlistId }, signal }),
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

const saveSchedule = (publish: Publish, schedule: ScheduleRequest) =>
  send(endpoints.setSchedule, { params: { publishId: publish._id }, body: schedule });
export const resetSchedule = (publish: Publish) => send(endpoints.resetSchedule, { params: { publishId: publish._id } });

export const removePublish = (publish: Publish) =>
  send(endpoints.deletePublish, { query: { deviceId: publish.deviceId._id, playlistId: publish.playlistId._id } });

export const usePublishPlaylist = (what: PublishRequest, after: MutationCallbacks<string[], MessageResponse & { result: Publish[] }>) =>
  useApiMutation(
    { mutate: (deviceIds) => publishPlaylist(what, deviceIds), invalidates: [deviceKeys.all, publishKeys.all, publishKeys.targets] },
    after,
  );

export const useSaveSchedule = (publish: Publish, after: MutationCallbacks<ScheduleRequest, MessageResponse>) =>
  useApiMutation({ mutate: (schedule) => saveSchedule(publish, schedule), invalidates: [deviceKeys.all, publishKeys.all] }, after);

/** Any one change to a publish: what to do with it is the input. */
export const useChangePublish = (
  publish: Publish,
  after: MutationCallbacks<(publish: Publish) => Promise<MessageResponse>, MessageResponse>,
) => useApiMutation({ mutate: (command) => command(publish), invalidates: [deviceKeys.all, publishKeys.all] }, after);
