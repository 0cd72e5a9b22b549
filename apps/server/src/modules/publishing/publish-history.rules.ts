import type { MediaValidity } from '@vitrine/contract';
import type { ForecastRow } from './forecast.rules.ts';
import type { ScheduleRow } from './publishing.rules.ts';

/** A publish as the history stores it. Times are ISO texts. */
export interface HistoricPublish extends ScheduleRow {
  playlistId: string;
  main: boolean;
  activatedAt: string | null;
  updatedAt: string;
}

/** The last change of a playlist on a device. A null publish is a removal. */
export interface StoredChange {
  playlist_id: string;
  publish: Omit<HistoricPublish, 'playlistId'> | null;
}

/** Returns the publishes of a device after the last change of each playlist since a snapshot. */
export function replayChanges(snapshot: readonly HistoricPublish[], changes: readonly StoredChange[]): HistoricPublish[] {
  const publishes = new Map(snapshot.map((publish) => [publish.playlistId, publish]));
  for (const { playlist_id: playlistId, publish } of changes) {
    if (publish) publishes.set(playlistId, { playlistId, ...publish });
    else publishes.delete(playlistId);
  }
  return [...publishes.values()].toSorted((one, other) => (one.playlistId < other.playlistId ? -1 : 1));
}

interface HistoricPlaylist {
  id: string;
  name: string;
  isPlayable: boolean;
  periods: MediaValidity[] | null;
}

/** Name of a playlist that no longer exists. */
const DELETED_NAME = 'Deleted playlist';

/** Returns the publishes as the evaluator reads them. A deleted playlist is taken to have had something to show. */
export function toHistoricRows(publishes: readonly HistoricPublish[], playlists: readonly HistoricPlaylist[]): ForecastRow[] {
  const known = new Map(playlists.map((playlist) => [playlist.id, playlist]));
  return publishes.map(({ playlistId, main, activatedAt, updatedAt, schedule, windows, priority }) => {
    const { name = DELETED_NAME, isPlayable = true, periods = null } = known.get(playlistId) ?? {};
    return {
      id: playlistId,
      playlist_id: playlistId,
      playlist_name: name,
      is_main: main,
      activated_at: activatedAt === null ? null : new Date(activatedAt),
      updated_at: new Date(updatedAt),
      schedule,
      windows,
      priority,
      is_playable: isPlayable,
      periods,
    };
  });
}
