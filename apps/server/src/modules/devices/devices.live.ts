import type { ScreenReport } from '@vitrine/contract';
import { getPersonRoom, type Nudge } from '../../platform/live/live.ts';

export interface Audience {
  id: string;
  audience: string[];
}

/** Something about the device is not as it was. */
export const deviceStatusNudge = ({ id, audience }: Audience): Nudge => ({
  namespace: 'device',
  rooms: audience.map(getPersonRoom),
  event: 'devicestatus',
  payload: { type: 'DEVICE_STATUS_UPDATE', deviceId: id },
});

/** How far it is with what was published to it. */
export function downloadProgressNudge({ id, audience }: Audience, { revision, downloaded, total }: ScreenReport): Nudge {
  const type = downloaded >= total ? 'complete' : downloaded === 0 ? 'start' : 'progress';
  return {
    namespace: 'media',
    rooms: audience.map(getPersonRoom),
    event: 'contentDownload',
    payload: { type, deviceId: id, revision, downloaded, total },
  };
}
