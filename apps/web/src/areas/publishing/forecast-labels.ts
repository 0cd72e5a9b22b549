import type { Forecast, PublishForecast } from '@vitrine/contract/forecast';
import type { Zone } from '@vitrine/playback';
import { formatBytes } from '../../lib/format.ts';
import { formatDeviceMoment } from '../../lib/wall-clock.ts';

interface ForecastNotes {
  outcome: string;
  /** Null when unknown. */
  room: string | null;
  isTooLarge: boolean;
}

/** Describes the effect of a publish on one screen. */
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

const IDLE_LABEL = 'the standby image';

/** Describes what publishes show: `Summer until 6:00 PM, then Menu`. */
export function getForecastLabel({ now, until, next }: Forecast, timeZone: Zone, at = Date.now()): string {
  const shows = now?.name ?? IDLE_LABEL;
  if (until === null) return shows;
  // The same playlist continues for another reason.
  if (now?.playlistId === next?.playlistId) return shows;
  return `${shows} until ${formatDeviceMoment(until, timeZone, at)}, then ${next?.name ?? IDLE_LABEL}`;
}
