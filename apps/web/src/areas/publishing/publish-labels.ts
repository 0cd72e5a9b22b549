import type { Forecast, PublishForecast } from '@vitrine/contract/forecast';
import type { Publish, PublishCount } from '@vitrine/contract/publishing';
import type { Schedule } from '@vitrine/contract/schedule';
import type { Zone } from '@vitrine/playback';
import { formatBytes, formatCount, formatDay } from '../../lib/format.ts';
import { formatDeviceMoment, formatTimeRange, formatWeekdays } from '../../lib/wall-clock.ts';

/** Formats a schedule: `Daily 2:00 PM–6:00 PM`, `Sat, Sun 10:00 PM–2:00 AM the next day`. */
export function formatSchedule({ repeat, date, weekdays, startTime, endTime }: Schedule): string {
  const days = {
    Daily: () => 'Daily',
    Once: () => `On ${formatDay(date ?? '')}`,
    Weekly: () => formatWeekdays(weekdays ?? []),
  }[repeat]();
  return `${days} ${formatTimeRange(startTime, endTime)}`;
}

/** Explains why an activated playlist does not show yet. Returns null when it shows. */
export function getActivationMessage({ status, schedule }: Pick<Publish, 'status' | 'schedule'>): string | null {
  if (status === 'active') return null;
  return schedule
    ? `Playlist activated. It shows as scheduled: ${formatSchedule(schedule)}.`
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
