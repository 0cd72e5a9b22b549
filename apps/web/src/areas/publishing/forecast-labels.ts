import type { PublishForecast } from '@vitrine/contract/forecast';
import type { Zone } from '@vitrine/playback';
import { formatBytes } from '../../lib/format.ts';
import { getForecastLabel } from './forecast-words.ts';

export interface ForecastNotes {
  outcome: string;
  /** Null while nobody knows. */
  room: string | null;
  isTooLarge: boolean;
}

/** What a publish will do to one screen, said before it happens. */
export function getForecastNotes(
  { after, neededBytes, quotaBytes, fits }: PublishForecast,
  timeZone: Zone,
  now = Date.now(),
): ForecastNotes {
  const isTooLarge = fits === false;
  const room =
    quotaBytes === null
      ? null
      : isTooLarge
        ? `Not enough storage: needs ${formatBytes(neededBytes)}, the screen has ${formatBytes(quotaBytes)}.`
        : `Uses ${formatBytes(neededBytes)} of ${formatBytes(quotaBytes)} on the screen.`;
  return { outcome: `After publishing: ${getForecastLabel(after, timeZone, now)}`, room, isTooLarge };
}
