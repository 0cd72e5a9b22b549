import type { OperatingHours } from '@vitrine/contract/operating-hours';
import { buildTimeline, listOffSpans, type Timeline, type TimeSpan, toLocalDateTime, type Zone } from '@vitrine/playback';
import { formatTwelveHours } from '../../lib/wall-clock.ts';
import type { PlannedPublish } from './playback-reasons.ts';

/** A piece of a track, in percent of the day, from 0. */
interface DaySegment {
  key: string;
  left: number;
  width: number;
  name: string | null;
  /** One of the colours; none for the idle picture. */
  colour: number | null;
  from: string;
  to: string;
}

interface Lane {
  key: string;
  name: string;
  pieces: (DaySegment & { isCovered: boolean })[];
}

export interface DayPlanLayout {
  /** Segments of the day with the playlist or standby image that is shown, from start to end. */
  shown: (DaySegment & { why: 'schedule' | 'activated' | 'main' | 'idle' })[];
  /** Times outside of the operating hours, in which the screen is black. */
  off: DaySegment[];
  /** The windows of each schedule, in pieces: where it wins, and where another covers it. */
  lanes: Lane[];
  hours: { key: string; left: number; label: string }[];
  /** In hours: 24, and 23 or 25 when clocks change. */
  length: number;
}

export const COLOUR_COUNT = 6;
const HOUR_MS = 3_600_000;
const LABEL_EVERY = 3;

/** One day of a device as it is drawn, by the evaluator that its screen uses. */
export function layoutDayPlan(
  plan: readonly PlannedPublish[],
  timeZone: Zone,
  date: string,
  hours?: readonly OperatingHours[],
): DayPlanLayout {
  const day = buildTimeline({ publishes: plan, timeZone, date });
  const length = day.to - day.from;
  const colourOf = (publish: PlannedPublish | null) => (publish ? plan.indexOf(publish) % COLOUR_COUNT : null);
  const piece = (span: TimeSpan, publish: PlannedPublish | null): DaySegment => ({
    key: `${publish?.publishId ?? 'idle'}-${span.from}`,
    left: ((span.from - day.from) / length) * 100,
    width: ((span.to - span.from) / length) * 100,
    name: publish?.name ?? null,
    colour: colourOf(publish),
    from: formatTwelveHours(toLocalDateTime(span.from, timeZone).time),
    to: formatTwelveHours(toLocalDateTime(span.to, timeZone).time),
  });
  return {
    shown: day.stretches.map((stretch) => ({ ...piece(stretch, stretch.publish), why: stretch.reason })),
    off: listOffSpans({ hours, timeZone, from: day.from, to: day.to }).map((span) => piece(span, null)),
    lanes: layoutLanes(day, piece),
    hours: layoutHours(day, timeZone),
    length: length / HOUR_MS,
  };
}

function layoutLanes(day: Timeline<PlannedPublish>, piece: (span: TimeSpan, publish: PlannedPublish) => DaySegment): Lane[] {
  const publishes = new Set(day.windows.map(({ publish }) => publish));
  const windowsOf = (publish: PlannedPublish) => day.windows.filter((window) => window.publish === publish);
  return [...publishes].map((publish) => ({
    key: publish.publishId,
    name: publish.name,
    pieces: windowsOf(publish).flatMap((window) =>
      day.stretches.flatMap((stretch) => {
        const span = { from: Math.max(window.from, stretch.from), to: Math.min(window.to, stretch.to) };
        if (span.from >= span.to) return [];
        return [{ ...piece(span, publish), isCovered: stretch.publish !== publish || stretch.reason !== 'schedule' }];
      }),
    ),
  }));
}

/** Hours of the clock, at the places where it reads them: the day of a change has one less, or one twice. */
function layoutHours(day: TimeSpan, timeZone: Zone): DayPlanLayout['hours'] {
  const hours: DayPlanLayout['hours'] = [];
  for (let at = day.from; at <= day.to; at += HOUR_MS) {
    const { time } = toLocalDateTime(at, timeZone);
    const hour = Number(time.slice(0, 2));
    if (!time.endsWith(':00') || hour % LABEL_EVERY !== 0) continue;
    const label = `${hour % 12 || 12} ${hour < 12 ? 'AM' : 'PM'}`;
    hours.push({ key: String(at), left: ((at - day.from) / (day.to - day.from)) * 100, label });
  }
  return hours;
}
