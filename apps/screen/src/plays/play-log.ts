import { PLAYS_PER_BATCH, type Play } from '@vitrine/contract/plays';
import type { Database } from '../keep/database.ts';
import type { Tally, Told } from './tally.ts';

/** A hundred pictures a day for half a year without a server; about 5 MB. */
const WAITING_MAX = 20_000;
const NOTHING_TOLD: Told = { sequence: 0, lost: 0 };

/**
 * Plays that the server has not taken yet. They are summed by day, device, playlist and media, so that months without a
 * server need little room. Only what is about to be told gets a number, and with it is sealed: told again after a crash
 * or a lost answer, it is the same number with the same sums, which the server counts once.
 */
export function createPlayLog(database: Database, waitingMax = WAITING_MAX) {
  /** One after the other: two plays of one media must not overwrite each other's sum. */
  let queue: Promise<unknown> = Promise.resolve();
  const inOrder = <R>(work: () => Promise<R>): Promise<R> => {
    const done = queue.then(work);
    queue = done.catch(() => undefined);
    return done;
  };
  return {
    count: (tally: Tally, day: string) => inOrder(() => count(database, tally, day, waitingMax)),
    /** The next batch to tell, the same until it is taken; empty when nothing waits. */
    seal: () => inOrder(() => seal(database)),
    /** The server has everything up to this number. */
    taken: (sequence: number) => inOrder(() => taken(database, sequence)),
    /** The server will never take these: they are given up, and counted as lost. */
    refused: (plays: readonly Play[]) => inOrder(() => refused(database, plays)),
    /** Forgets what waits and keeps the numbers: they go on, whoever's screen this is next. */
    clear: () => inOrder(() => Promise.all([database.clear('counting'), database.clear('sealed')])),
    told: async (): Promise<Told> => (await database.get('told', 'plays')) ?? NOTHING_TOLD,
  };
}

export type PlayLog = ReturnType<typeof createPlayLog>;

async function count(database: Database, tally: Tally, day: string, waitingMax: number): Promise<void> {
  const tx = database.transaction(['counting', 'told'], 'readwrite');
  const counting = tx.objectStore('counting');
  const key: [string, string, string, string] = [day, tally.deviceId, tally.playlistId, tally.mediaId];
  const before = await counting.get(key);
  const sum = before && { ...before, count: before.count + tally.count, shownMs: before.shownMs + tally.shownMs };
  await counting.put(sum ?? tally, key);
  if (!before && (await counting.count()) > waitingMax) {
    // Keys begin with the day, so the first is the oldest.
    const oldest = await counting.openCursor();
    const told = (await tx.objectStore('told').get('plays')) ?? NOTHING_TOLD;
    await tx.objectStore('told').put({ ...told, lost: told.lost + (oldest?.value.count ?? 0) }, 'plays');
    await oldest?.delete();
  }
  await tx.done;
}

async function seal(database: Database): Promise<Play[]> {
  // On the disk before the server hears of it: a number must never come to mean something else after a power cut.
  const tx = database.transaction(['counting', 'sealed', 'told'], 'readwrite', { durability: 'strict' });
  const [counting, sealed, tolds] = [tx.objectStore('counting'), tx.objectStore('sealed'), tx.objectStore('told')];
  const plays: Play[] = [];
  for (let open = await sealed.openCursor(); open; open = await open.continue()) plays.push({ ...open.value, sequence: open.key });
  if (plays.length === 0) {
    const told = (await tolds.get('plays')) ?? NOTHING_TOLD;
    for (let waiting = await counting.openCursor(); waiting && plays.length < PLAYS_PER_BATCH; waiting = await waiting.continue()) {
      const play = { ...waiting.value, sequence: told.sequence + plays.length + 1 };
      await sealed.put(waiting.value, play.sequence);
      await waiting.delete();
      plays.push(play);
    }
    await tolds.put({ ...told, sequence: told.sequence + plays.length }, 'plays');
  }
  await tx.done;
  return plays;
}

async function taken(database: Database, sequence: number): Promise<void> {
  const tx = database.transaction(['sealed', 'told'], 'readwrite');
  await tx.objectStore('sealed').delete(IDBKeyRange.upperBound(sequence));
  const told = (await tx.objectStore('told').get('plays')) ?? NOTHING_TOLD;
  // A screen set back to an old copy of its disk goes on where it was, not over numbers that mean something.
  if (told.sequence < sequence) await tx.objectStore('told').put({ ...told, sequence }, 'plays');
  await tx.done;
}

async function refused(database: Database, plays: readonly Play[]): Promise<void> {
  const tx = database.transaction(['sealed', 'told'], 'readwrite');
  await tx.objectStore('sealed').clear();
  const told = (await tx.objectStore('told').get('plays')) ?? NOTHING_TOLD;
  await tx.objectStore('told').put({ ...told, lost: told.lost + plays.reduce((sum, play) => sum + play.count, 0) }, 'plays');
  await tx.done;
}
