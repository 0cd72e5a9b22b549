import { type PublishSchedule, type ScheduleWindow, schedule as scheduleSchema } from '@vitrine/contract';
import { DEFAULT_PRIORITY, decide, listPeriodItems, toSimpleSchedule } from '@vitrine/playback';
import type { PublishRow } from './publishing.read-model.ts';

/** Returns the ids of the publishes that the devices show now, by the evaluator that the screens use. */
export function findActivePublishes(rows: PublishRow[], now: Date): Set<string> {
  const active = new Set<string>();
  for (const group of Map.groupBy(rows, (row) => row.device_id).values()) {
    const { publish } = decide({ publishes: group.map(toDecidable), timeZone: group[0]?.time_zone ?? 'UTC', now: now.getTime() });
    if (publish) active.add(publish.id);
  }
  return active;
}

export const toDecidable = (
  row: Pick<PublishRow, 'id' | 'playlist_id' | 'is_main' | 'activated_at' | 'updated_at' | 'is_playable' | 'periods'> & ScheduleRow,
) => ({
  id: row.id,
  // As in the manifest, so that screens and server agree on the order of publishes that are otherwise equal.
  publishId: row.playlist_id,
  main: row.is_main,
  activatedAt: row.activated_at?.toISOString() ?? null,
  updatedAt: row.updated_at.toISOString(),
  ...parseSchedule(row),
  // As on the screen, a publish with nothing to show is skipped.
  items: listPeriodItems(row.is_playable, row.periods),
});

/** Columns of the schedule of a publish. */
export interface ScheduleRow {
  schedule: unknown;
  windows: unknown;
  priority: number;
}

/**
 * Returns the schedule of a publish. Stored windows count only while `schedule` is the window that follows from them, because the previous version changes
 * `schedule` alone, also during an update.
 */
export function parseSchedule({ schedule, windows: stored, priority }: ScheduleRow): PublishSchedule {
  if (schedule === null) return { schedule: null };
  const simple = scheduleSchema.parse(schedule);
  // Not parsed again: they were validated by the contract when they were written, and a list of publishes may have thousands.
  const windows = stored as ScheduleWindow[] | null;
  const isCurrent = windows !== null && JSON.stringify(scheduleSchema.parse(toSimpleSchedule(windows))) === JSON.stringify(simple);
  return { schedule: simple, ...(isCurrent && { windows }), ...(priority !== DEFAULT_PRIORITY && { priority }) };
}

/** Returns the columns of a schedule, the reverse of `parseSchedule`. */
export const toScheduleRow = ({ schedule, windows, priority }: PublishSchedule): ScheduleRow => ({
  schedule,
  windows: windows ?? null,
  priority: priority ?? DEFAULT_PRIORITY,
});
