import type { Forecast, PublishForecast } from '@vitrine/contract/forecast';
import type { Publish, PublishCount } from '@vitrine/contract/publishing';
import type { Zone } from '@vitrine/playback';
import { formatBytes, formatCount } from '../../lib/format.ts';
import { formatDeviceMoment } from '../../lib/wall-clock.ts';
import { formatPublishSchedule } from './schedule-labels.ts';

/** Explains why an activated playlist does not show yet. Returns null when it shows. */
export function getActivationMessage(publish: Pick<Publish, 'status' | 'schedule' | 'windows' | 'priority'>): string | null {
  if (publish.status === 'active') return null;
  const schedule = formatPublishSchedule(publish);
  return schedule
    ? `Playlist activated. It shows as scheduled: ${schedule}.`
    : 'Playlist activated. It shows when nothing else is scheduled.';
}

/** Describes on how many screens a playlist is that will be deleted. Undefined while the numbers are loading. */
export function getPlayingNote(count: PublishCount | undefined): string {
  if (!count) return 'It will be removed from all screens.';
  const { published, playing } = count;
  if (published === 0) return 'It isn’t on any screen.';
  const others = formatCount(published - playing, playing === 0 ? 'screen' : 'other screen');
  if (playing === 0) return `It’s published on ${others} and isn’t playing now.`;
  return `It’s playing on ${formatCount(playing, 'screen')}${published > playing ? ` and published on ${others}` : ''}.`;
}

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
