import type { MediaValidity } from '@vitrine/contract';
import type { Db } from '../../platform/database/database.ts';
import { listPlayableItems } from '../playlists/index.ts';
import { summarizePeriods } from './periods.rules.ts';

/** Size of each file in bytes, by its SHA-256. */
export type FileSizes = ReadonlyMap<string, number>;

/** The files and periods of a playlist, for forecasts. */
export interface PlaylistSummary {
  sizes: FileSizes;
  periods: MediaValidity[] | null;
}

/** Thousands of devices often hold the same few playlists: each is read once. */
export function createSummaryCache(db: Db): (playlistId: string) => Promise<PlaylistSummary> {
  const known = new Map<string, Promise<PlaylistSummary>>();
  const read = async (playlistId: string): Promise<PlaylistSummary> => {
    const items = await listPlayableItems(db, playlistId);
    return {
      sizes: new Map(items.map(({ sha256, sizeBytes }) => [sha256, sizeBytes])),
      periods: summarizePeriods(items.filter(({ zone }) => zone === 'main')),
    };
  };
  return (playlistId) => {
    const summary = known.get(playlistId) ?? read(playlistId);
    known.set(playlistId, summary);
    return summary;
  };
}

/** A file in several playlists counts once. */
export const sumSizes = (playlists: readonly FileSizes[]): number =>
  [...new Map(playlists.flatMap((sizes) => [...sizes])).values()].reduce((total, bytes) => total + bytes, 0);
