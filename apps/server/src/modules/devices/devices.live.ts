import type { ScreenReport } from '@vitrine/contract';
import { getPersonRoom, type Nudge } from '../../platform/live/live.ts';

export interface Audience {
  id: string;
  audience: string[];
}

/** Notification that the status of a device changed. */
export const deviceStatusNudge = ({ id, audience }: Audience): Nudge => ({
  namespace: 'device',
  rooms: audience.map(getPersonRoom),
  event: 'devicestatus',
  payload: { type: 'DEVICE_STATUS_UPDATE', deviceId: id },
});

/** Notification of a device's download progress for its published content. */
export function downloadProgressNudge({ id, audience }: Audience, { revision, downloaded, total }: ScreenReport): Nudge {
  const type = downloaded >= total ? 'complete' : downloaded === 0 ? 'start' : 'progress';
  return {
    namespace: 'media',
    rooms: audience.map(getPersonRoom),
    event: 'contentDownload',
    payload: { type, deviceId: id, revision, downloaded, total },
  };
}
