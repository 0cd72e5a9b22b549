import type { Forecast, MediaValidity, PublishSchedule } from '@vitrine/contract';
import { decide } from '@vitrine/playback';
import type { PublishRow } from './publishing.read-model.ts';
import { type ScheduleRow, toDecidable, toScheduleRow } from './publishing.rules.ts';

/** Properties of an existing or planned publish that determine what a device shows. */
export type ForecastRow = Pick<
  PublishRow,
  'id' | 'playlist_id' | 'playlist_name' | 'is_main' | 'activated_at' | 'updated_at' | 'is_playable' | 'periods'
> &
  ScheduleRow;

/** Returns a publish as the evaluator compares it, with the name of its playlist. */
export const toPlannedPublish = (row: ForecastRow) => ({ ...toDecidable(row), name: row.playlist_name });

/** Returns what a device shows, until when, and what follows, computed by the evaluator that screens use. */
export function computeForecast(rows: ForecastRow[], timeZone: string, now: Date): Forecast {
  const publishes = rows.map((row) => ({ ...toDecidable(row), playlistId: row.playlist_id, name: row.playlist_name }));
  const evaluateAt = (instant: number) => decide({ publishes, timeZone, now: instant });
  const { publish, reason, until } = evaluateAt(now.getTime());
  return {
    now: presentPlaylistName(publish),
    reason,
    until: until === null ? null : new Date(until).toISOString(),
    next: until === null ? null : presentPlaylistName(evaluateAt(until).publish),
  };
}

const presentPlaylistName = (publish: { playlistId: string; name: string } | null) =>
  publish && { playlistId: publish.playlistId, name: publish.name };

interface PlannedPlaylist {
  id: string;
  name: string;
  schedule?: PublishSchedule;
  /** When it has something to show; null is always. */
  periods: MediaValidity[] | null;
}

/** Returns the publishes after a planned publish: the playlist becomes the most recently activated one, with its new or existing schedule. */
export function applyPublish(rows: ForecastRow[], playlist: PlannedPlaylist, now: Date): ForecastRow[] {
  const before = rows.find((row) => row.playlist_id === playlist.id);
  const planned: ForecastRow = {
    id: '',
    is_main: false,
    ...toScheduleRow({ schedule: null }),
    ...before,
    playlist_id: playlist.id,
    playlist_name: playlist.name,
    activated_at: now,
    updated_at: now,
    is_playable: true,
    periods: playlist.periods,
    ...(playlist.schedule && toScheduleRow(playlist.schedule)),
  };
  return [...rows.filter((row) => row !== before), planned];
}
