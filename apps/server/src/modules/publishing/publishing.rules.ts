import { schedule as scheduleSchema } from '@vitrine/contract';
import { decide, listPeriodItems } from '@vitrine/playback';
import type { PublishRow } from './publishing.read-model.ts';

/** Which publish of each device shows now, by the evaluator that the screens use. */
export function findActivePublishes(rows: PublishRow[], now: Date): Set<string> {
  const active = new Set<string>();
  for (const group of Map.groupBy(rows, (row) => row.device_id).values()) {
    const { publish } = decide({ publishes: group.map(toDecidable), timeZone: group[0]?.time_zone ?? 'UTC', now: now.getTime() });
    if (publish) active.add(publish.id);
  }
  return active;
}

export const toDecidable = (
  row: Pick<PublishRow, 'id' | 'playlist_id' | 'is_main' | 'activated_at' | 'updated_at' | 'schedule' | 'is_playable' | 'periods'>,
) => ({
  id: row.id,
  // As in the manifest, so that screens and server say the same of two that are equal else.
  publishId: row.playlist_id,
  main: row.is_main,
  activatedAt: row.activated_at?.toISOString() ?? null,
  updatedAt: row.updated_at.toISOString(),
  schedule: parseSchedule(row.schedule),
  // As on the screen, a publish with nothing to show is skipped.
  items: listPeriodItems(row.is_playable, row.periods),
});

export const parseSchedule = (stored: unknown) => (stored === null ? null : scheduleSchema.parse(stored));
