import type { DayPlan } from '@vitrine/contract/device-day-plans';
import { toLocalDateTime } from '@vitrine/playback';
import { formatTwelveHours } from '../../lib/wall-clock.ts';
import { COLOUR_COUNT } from './day-plan-layout.ts';

export interface DayLineSegment {
  key: string;
  /** In percent of the day. */
  left: number;
  width: number;
  /** Null: nothing shows but the idle picture. */
  name: string | null;
  colour: number | null;
  /** `12:00 AM – 6:00 PM: Summer` */
  words: string;
}

export interface DayLineLayout {
  pieces: DayLineSegment[];
  /** Times in which the screen is off. They cover what would be shown. */
  off: Pick<DayLineSegment, 'key' | 'left' | 'width' | 'words'>[];
  /** Current time in percent; null on another day. */
  now: number | null;
}

/** The day of one device as it is drawn in one line. `colourOf` gives a playlist the same colour on every line. */
export function layoutDayLine(day: DayPlan, now: number, colourOf: (playlistId: string) => number): DayLineLayout {
  const [from, to] = [Date.parse(day.from), Date.parse(day.to)];
  const percent = (instant: number) => ((instant - from) / (to - from)) * 100;
  const clock = (iso: string) => formatTwelveHours(toLocalDateTime(Date.parse(iso), day.timeZone).time);
  const pieces = mergeStretches(day.stretches).map((stretch): DayLineSegment => {
    const left = percent(Date.parse(stretch.from));
    return {
      key: stretch.from,
      left,
      width: percent(Date.parse(stretch.to)) - left,
      name: stretch.shows?.name ?? null,
      colour: stretch.shows ? colourOf(stretch.shows.playlistId) : null,
      words: `${clock(stretch.from)} – ${clock(stretch.to)}: ${stretch.shows?.name ?? 'standby image'}`,
    };
  });
  const off = (day.off ?? []).map(({ from: start, to: end }) => {
    const left = percent(Date.parse(start));
    return { key: `off-${start}`, left, width: percent(Date.parse(end)) - left, words: `${clock(start)} – ${clock(end)}: screen off` };
  });
  return { pieces, off, now: now >= from && now < to ? percent(now) : null };
}

type Stretch = Pick<DayPlan['stretches'][number], 'from' | 'to' | 'shows'>;

/** The line ignores the reason, so consecutive segments of a playlist are merged. */
function mergeStretches(stretches: readonly Stretch[]): Stretch[] {
  const pieces: Stretch[] = [];
  for (const stretch of stretches) {
    const last = pieces.at(-1);
    if (last && last.shows?.playlistId === stretch.shows?.playlistId) pieces[pieces.length - 1] = { ...last, to: stretch.to };
    else pieces.push(stretch);
  }
  return pieces;
}

/** A colour for each playlist on these days, in order of their ids, so that it does not change while one scrolls within a page. */
export function assignColours(days: readonly DayPlan[]): (playlistId: string) => number {
  const ids = [...new Set(days.flatMap(({ stretches }) => stretches.flatMap(({ shows }) => shows?.playlistId ?? [])))].toSorted();
  return (playlistId) => Math.max(0, ids.indexOf(playlistId)) % COLOUR_COUNT;
}
