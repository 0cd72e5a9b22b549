import { queryOptions } from '@tanstack/react-query';
import type { DevicePlays } from '@vitrine/contract/plays';
import { deviceKeys } from '../../../entities/devices/device-keys.ts';
import { api } from '../../../lib/api-client.ts';

/** Screens tell about once a minute. */
const REFRESH_MS = 60_000;

/** What a device has shown today, by the clock where it hangs. */
export const devicePlaysOptions = (deviceId: string) =>
  queryOptions({
    queryKey: deviceKeys.plays(deviceId),
    queryFn: ({ signal }) => api.get<DevicePlays>(`/devices/${deviceId}/plays`, { signal }),
    refetchInterval: REFRESH_MS,
  });
