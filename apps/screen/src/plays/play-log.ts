import { PLAYS_PER_BATCH, type Play } from '@vitrine/contract/plays';
import type { Database } from '../database/database.ts';
import type { PlayTally, PlayTotals } from './tally.ts';

/** A hundred pictures a day for half a year without a server; about 5 MB. */
export const MAX_QUEUED_PLAYS = 20_000;
const NO_TOTALS: PlayTotals = { sequence: 0, lost: 0 };

/**
 * Plays that the server has not acknowledged yet, summed by day, device, playlist and media, so that months offline need
 * little space. A batch is numbered and sealed right before it is sent: sent again after a crash or a lost response, it has
 * the same numbers and sums, and the server counts it once.
 */
export function createPlayLog(database: Database, waitingMax = MAX_QUEUED_PLAYS) {
  /** Serialized: two plays of one media must not overwrite each other's sum. */
  let queue: Promise<unknown> = Promise.resolve();
  const runExclusive = <R>(work: () => Promise<R>): Promise<R> => {
    const done = queue.then(work);
    queue = done.catch(() => undefined);
    return done;
  };
  return {
    count: (tally: PlayTally, day: string) => runExclusive(() => addPlay(database, tally, day, waitingMax)),
    /** The next batch to send, the same until it is acknowledged; empty when nothing is queued. */
    seal: () => runExclusive(() => sealBatch(database)),
    /** The server has everything up to this number. */
    acknowledge: (sequence: number) => runExclusive(() => acknowledge(database, sequence)),
    /** The server rejected these plays permanently: delete them and count them as lost. */
    drop: (plays: readonly Play[]) => runExclusive(() => deleteRejected(database, plays)),
    /** Clears the queue and keeps the numbering, which continues for the next owner of this screen. */
    clear: () => runExclusive(() => Promise.all([database.clear('counting'), database.clear('sealed')])),
    totals: async (): Promise<PlayTotals> => (await database.get('told', 'plays')) ?? NO_TOTALS,
  };
}

export type PlayLog = ReturnType<typeof createPlayLog>;

async function addPlay(database: Database, tally: PlayTally, day: string, waitingMax: number): Promise<void> {
  const tx = database.transaction(['counting', 'told'], 'readwrite');
  const counting = tx.objectStore('counting');
  const key: [string, string, string, string] = [day, tally.deviceId, tally.playlistId, tally.mediaId];
  const before = await counting.get(key);
  const sum = before && { ...before, count: before.count + tally.count, shownMs: before.shownMs + tally.shownMs };
  await counting.put(sum ?? tally, key);
  if (!before && (await counting.count()) > waitingMax) {
    // Keys begin with the day, so the first is the oldest.
    const [[oldest], [oldestKey]] = await Promise.all([counting.getAll(null, 1), counting.getAllKeys(null, 1)]);
    const totals = (await tx.objectStore('told').get('plays')) ?? NO_TOTALS;
    await tx.objectStore('told').put({ ...totals, lost: totals.lost + (oldest?.count ?? 0) }, 'plays');
    if (oldestKey) await counting.delete(oldestKey);
  }
  await tx.done;
}

async function sealBatch(database: Database): Promise<Play[]> {
  // Durable before it is sent: after a power cut a number must never stand for another play.
  const tx = database.transaction(['counting', 'sealed', 'told'], 'readwrite', { durability: 'strict' });
  const [counting, sealed, totalsStore] = [tx.objectStore('counting'), tx.objectStore('sealed'), tx.objectStore('told')];
  const plays: Play[] = [];
  // Not with cursors: idb moves them by `IDBCursor.request`, which Chromium has from 76 on.
  const [tallies, sequences] = await Promise.all([sealed.getAll(), sealed.getAllKeys()]);
  for (const [index, sequence] of sequences.entries()) {
    const tally = tallies[index];
    if (tally) plays.push({ ...tally, sequence });
  }
  if (plays.length === 0) {
    const totals = (await totalsStore.get('plays')) ?? NO_TOTALS;
    const [waiting, keys] = await Promise.all([counting.getAll(null, PLAYS_PER_BATCH), counting.getAllKeys(null, PLAYS_PER_BATCH)]);
    for (const [index, key] of keys.entries()) {
      const tally = waiting[index];
      if (!tally) continue;
      const sequence = totals.sequence + plays.length + 1;
      await sealed.put(tally, sequence);
      await counting.delete(key);
      plays.push({ ...tally, sequence });
    }
    await totalsStore.put({ ...totals, sequence: totals.sequence + plays.length }, 'plays');
  }
  await tx.done;
  return plays;
}

async function acknowledge(database: Database, sequence: number): Promise<void> {
  const tx = database.transaction(['sealed', 'told'], 'readwrite');
  await tx.objectStore('sealed').delete(IDBKeyRange.upperBound(sequence));
  const totals = (await tx.objectStore('told').get('plays')) ?? NO_TOTALS;
  // A screen restored from an old disk image must not reuse numbers.
  if (totals.sequence < sequence) await tx.objectStore('told').put({ ...totals, sequence }, 'plays');
  await tx.done;
}

async function deleteRejected(database: Database, plays: readonly Play[]): Promise<void> {
  const tx = database.transaction(['sealed', 'told'], 'readwrite');
  await tx.objectStore('sealed').clear();
  const totals = (await tx.objectStore('told').get('plays')) ?? NO_TOTALS;
  await tx.objectStore('told').put({ ...totals, lost: totals.lost + plays.reduce((sum, play) => sum + play.count, 0) }, 'plays');
  await tx.done;
}
