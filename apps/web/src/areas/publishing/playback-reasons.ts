import type { OperatingHours } from '@vitrine/contract/operating-hours';
import type { Publish } from '@vitrine/contract/publishing';
import type { TagPublish } from '@vitrine/contract/tag-publishes';
import {
  type Explanation as Decision,
  explain,
  findFirstInstantAt,
  isOperatingAt,
  listInstantsAt,
  listPeriodItems,
  type PublishCandidate,
  toLocalDateTime,
  type Zone,
} from '@vitrine/playback';
import { formatTwelveHours } from '../../lib/wall-clock.ts';
import { formatPublishSchedule } from './schedule-labels.ts';

/** Input of the schedule evaluator, which screens use too. */
export type PlannedPublish = PublishCandidate & { name: string };

export const toPlan = (publishes: readonly Publish[]): PlannedPublish[] =>
  publishes.map(({ playlistId, mainPlaylist, activatedAt, updatedAt, schedule, windows, priority, isPlayable, periods }) => ({
    publishId: playlistId._id,
    name: playlistId.name,
    main: mainPlaylist,
    activatedAt,
    updatedAt,
    schedule,
    windows,
    priority,
    items: listPeriodItems(isPlayable, periods),
  }));

/** Returns the publishes that devices get from a tag. */
export const toTagPlan = (publishes: readonly TagPublish[]): PlannedPublish[] =>
  publishes.map(({ playlistId, playlistName, activatedAt, schedule, windows, priority, isPlayable, periods }) => ({
    publishId: playlistId,
    name: playlistName,
    main: false,
    activatedAt,
    updatedAt: activatedAt,
    schedule,
    windows,
    priority,
    items: listPeriodItems(isPlayable, periods),
  }));

interface ExplainRequest {
  plan: readonly PlannedPublish[];
  timeZone: Zone;
  /** Operating hours of the device. */
  hours?: readonly OperatingHours[] | undefined;
  /** Local date of the device as YYYY-MM-DD. `time` is the local time as HH:mm. */
  date: string;
  time: string;
}

export interface Explanation {
  /** Name of the playlist; null for the standby image. */
  shows: string | null;
  /** True when the screen is black, because it is outside its operating hours. */
  isOff?: boolean;
  why: string;
}

/** Explains what is shown at an instant. */
export function explainInstant(plan: readonly PlannedPublish[], timeZone: Zone, now: number): Explanation {
  const { publish, skipped, ...reasons } = explain({ publishes: plan, timeZone, now });
  const why = getReasonLabel(publish, reasons);
  return {
    shows: publish?.name ?? null,
    why: skipped ? `${why}. “${skipped.name}” is skipped, because all of it is shown at other times` : why,
  };
}

/** Explains what is shown at a local time: one answer on most days, two when the time occurs twice. */
export function explainTime({ plan, timeZone, hours, date, time }: ExplainRequest): { answers: Explanation[]; note: string | null } {
  const instants = listInstantsAt(date, time, timeZone);
  const at = (now: number): Explanation =>
    isOperatingAt(hours, timeZone, now)
      ? explainInstant(plan, timeZone, now)
      : { shows: null, isOff: true, why: 'the screen is outside its operating hours' };
  if (instants.length === 0) {
    const jump = findFirstInstantAt(date, time, timeZone);
    const nextTime = formatTwelveHours(toLocalDateTime(jump, timeZone).time);
    return {
      answers: [at(jump)],
      note: `The clocks go forward on this day, so ${formatTwelveHours(time)} is skipped. The next time is ${nextTime}.`,
    };
  }
  const answers = instants.map(at);
  if (instants.length === 1) return { answers, note: null };
  const [first, second] = answers;
  const isSame = first?.shows === second?.shows && first?.why === second?.why;
  const note = `The clocks go back on this day, so ${formatTwelveHours(time)} occurs twice${isSame ? '. The screen shows the same both times' : ''}.`;
  return { answers: isSame ? answers.slice(0, 1) : answers, note };
}

function getReasonLabel(
  publish: PlannedPublish | null,
  { reason, openCount, hasHigherPriority }: Pick<Decision<PlannedPublish>, 'reason' | 'openCount' | 'hasHigherPriority'>,
): string {
  switch (reason) {
    case 'schedule': {
      const schedule = publish ? formatPublishSchedule(publish) : '';
      const overlap = `; ${hasHigherPriority ? 'highest priority' : 'newest'} of ${openCount} overlapping schedules`;
      return `it is scheduled (${schedule}${openCount > 1 ? overlap : ''})`;
    }
    case 'activated':
      return 'it was activated last';
    case 'main':
      return 'it is the main playlist';
    case 'idle':
      return 'nothing is scheduled for this time';
  }
}
