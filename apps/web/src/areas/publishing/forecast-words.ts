import type { Forecast } from '@vitrine/contract/forecast';
import type { Zone } from '@vitrine/playback';
import { formatDeviceMoment } from '../../lib/wall-clock.ts';

export const IDLE_LABEL = 'the standby image';

/** What shows by what is published: `Summer until 6:00 PM, then Menu`. */
export function getForecastLabel({ now, until, next }: Forecast, timeZone: Zone, at = Date.now()): string {
  const shows = now?.name ?? IDLE_LABEL;
  if (until === null) return shows;
  // The same playlist goes on for another reason.
  if (now?.playlistId === next?.playlistId) return shows;
  return `${shows} until ${formatDeviceMoment(until, timeZone, at)}, then ${next?.name ?? IDLE_LABEL}`;
}
