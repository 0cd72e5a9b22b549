import type { Forecast } from '@vitrine/contract/forecast';
import type { Zone } from '@vitrine/playback';
import { momentWords } from '../../lib/wall-clock.ts';

export const IDLE = 'the idle picture';

/** What shows by what is published: `Summer until 6:00 PM, then Menu`. */
export function forecastWords({ now, until, next }: Forecast, timeZone: Zone, at = Date.now()): string {
  const shows = now?.name ?? IDLE;
  if (until === null) return shows;
  // The same playlist goes on for another reason.
  if (now?.playlistId === next?.playlistId) return shows;
  return `${shows} until ${momentWords(until, timeZone, at)}, then ${next?.name ?? IDLE}`;
}
