import { queryOptions } from '@tanstack/react-query';
import { readDevicePlays } from '@vitrine/contract/plays.endpoints';
import { call } from '../../../lib/api-client.ts';
import { deviceKeys } from '../../../lib/query-keys.ts';

/** Screens tell every minute or two. */
const PLAYS_REFRESH_MS = 60_000;

/** What a device has shown today, by the clock where it hangs. */
export const devicePlaysOptions = (deviceId: string) =>
  queryOptions({
    queryKey: deviceKeys.plays(deviceId),
    queryFn: ({ signal }) => call(readDevicePlays, { params: { id: deviceId }, signal }),
    refetchInterval: PLAYS_REFRESH_MS,
  });
