import type { VideoTranscode } from '@vitrine/contract';
import type { Tx } from '../../platform/database/database.ts';
import { getPersonRoom, type Live, type Nudge } from '../../platform/live/live.ts';
import { listOwnerRows } from '../access/index.ts';
import { albumReaders } from '../albums/index.ts';
import { findMedia, listMediaOfFile, type MediaRow, presentStreams } from '../media/index.ts';

const STATUS_MESSAGES: Record<number, string> = {
  1: 'Waiting to be processed',
  2: 'Processing',
  5: 'Ready to play in 720p',
  6: 'Processing complete',
  9: 'Processing failed',
};

const presentTranscode = (row: MediaRow, progress: number, message?: string): VideoTranscode => ({
  result: { _id: row.id, albumId: row.album_id, status: row.status, ...presentStreams(row) },
  message: row.failure_reason ?? message ?? STATUS_MESSAGES[row.status] ?? '',
  progress,
});

/** Sends the status and progress, 0 to 100, of a file's media to everyone who can see an album with it. */
export const createProgressNotifier = (live: Live) => async (tx: Tx, fileId: string, progress: number, message?: string) =>
  live.send(tx, await loadProgressNudges(tx, fileId, progress, message));

/** Reads the recipients at the time of sending, because access may have changed. */
async function loadProgressNudges(tx: Tx, fileId: string, progress: number, message?: string): Promise<Nudge[]> {
  const shown = await listMediaOfFile(tx, fileId);
  if (shown.length === 0) return [];
  const rows = await findMedia(
    tx,
    shown.map(({ mediaId }) => mediaId),
  );
  const readers = Map.groupBy(await listOwnerRows(tx, albumReaders([...new Set(shown.map(({ albumId }) => albumId))])), ({ id }) => id);
  return rows.map((row) => {
    const payload = presentTranscode(row, progress, message);
    const people = new Set(readers.get(row.album_id)?.map((reader) => reader.ownerId));
    return { namespace: 'media' as const, rooms: [...people].map(getPersonRoom), event: 'videoTranscode', payload };
  });
}
