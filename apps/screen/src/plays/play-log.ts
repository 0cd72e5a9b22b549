import { PLAYS_PER_BATCH, type Play } from '@vitrine/contract/plays';
import type { Database } from '../database/database.ts';
import type { PlayTally, PlayTotals } from './tally.ts';

/** Maximum number of queued tallies: a hundred media a day for three months offline, after a week of tallies by hour. About 5 MB. */
export const MAX_QUEUED_PLAYS = 20_000;
/** Plays are summed by hour while fewer tallies are queued, and by day beyond. */
export const MAX_HOURLY_TALLIES = 10_000;

/** When a play began, in the time zone of the device. */
interface PlayTime {
  day: string;
  /** 0 to 23. */
  hour: number;
}

/** Returns the period whose plays are summed. Periods sort by time. */
export const getTallyPeriod = ({ day, hour }: PlayTime, queued: number): string =>
  queued < MAX_HOURLY_TALLIES ? `${day}T${hour < 10 ? '0' : ''}${hour}` : day;
const NO_TOTALS: PlayTotals = { sequence: 0, lost: 0 };

/**
 * Plays that the server has not acknowledged yet, summed by hour or day, device, playlist, zone and media, so that months offline need
 * little space. A batch is numbered and sealed right before it is sent: sent again after a crash or a lost response, it has
 * the same numbers and sums, and the server counts it once.
 */
export function createPlayLog(database: Database, maxQueued = MAX_QUEUED_PLAYS) {
  /** Operations run one after the other, so that two plays of one media do not overwrite each other's sum. */
  let queue: Promise<unknown> = Promise.resolve();
  const runExclusive = <R>(work: () => Promise<R>): Promise<R> => {
    const done = queue.then(work);
    queue = done.catch(() => undefined);
    return done;
  };
  return {
    count: (tally: PlayTally, time: PlayTime) => runExclusive(() => addPlay(database, tally, time, maxQueued)),
    /** Returns the next batch to send. The batch stays the same until it is acknowledged, and is empty when nothing is queued. */
    seal: () => runExclusive(() => sealBatch(database)),
    /** Deletes plays up to this number, which the server has stored. */
    acknowledge: (sequence: number) => runExclusive(() => acknowledge(database, sequence)),
    /** Deletes plays that the server rejected permanently and counts them as lost. */
    drop: (plays: readonly Play[]) => runExclusive(() => deleteRejected(database, plays)),
    /** Clears the queue but keeps the numbering, which continues for the next owner of this screen. */
    clear: () => runExclusive(() => Promise.all([database.clear('counting'), database.clear('sealed')])),
    totals: async (): Promise<PlayTotals> => (await database.get('told', 'plays')) ?? NO_TOTALS,
  };
}

export type PlayLog = ReturnType<typeof createPlayLog>;

async function addPlay(database: Database, tally: PlayTally, time: PlayTime, maxQueued: number): Promise<void> {
  const tx = database.transaction(['counting', 'told'], 'readwrite');
  const counting = tx.objectStore('counting');
  const queued = await counting.count();
  const key: [string, string, string, string] = [
    getTallyPeriod(time, queued),
    tally.deviceId,
    tally.playlistId + (tally.zone ?? ''),
    tally.mediaId,
  ];
  const before = await counting.get(key);
  const sum = before && { ...before, count: before.count + tally.count, shownMs: before.shownMs + tally.shownMs };
  await counting.put(sum ?? tally, key);
  if (!before && queued >= maxQueued) {
    // Keys begin with the period, so the first is the oldest.
    const [[oldest], [oldestKey]] = await Promise.all([counting.getAll(null, 1), counting.getAllKeys(null, 1)]);
    const totals = (await tx.objectStore('told').get('plays')) ?? NO_TOTALS;
    await tx.objectStore('told').put({ ...totals, lost: totals.lost + (oldest?.count ?? 0) }, 'plays');
    if (oldestKey) await counting.delete(oldestKey);
  }
  await tx.done;
}

async function sealBatch(database: Database): Promise<Play[]> {
  // Store durably before sending. After a power cut a number must never stand for another play.
  const tx = database.transaction(['counting', 'sealed', 'told'], 'readwrite', { durability: 'strict' });
  const [counting, sealed, totalsStore] = [tx.objectStore('counting'), tx.objectStore('sealed'), tx.objectStore('told')];
  const plays: Play[] = [];
  // Avoid cursors, because idb uses `IDBCursor.request`, which Chromium lacks before version 76.
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
