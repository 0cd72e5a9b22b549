import { setTimeout as wait } from 'node:timers/promises';
import { type Locker, MemoryLocker } from '@tus/server';
import { LRUCache } from 'lru-cache';
import { autocommit } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import type { Platform } from '../define-module.ts';
import { acquireReservationLease, releaseReservationLease } from '../entitlements/index.ts';

/** Lease time. The uploads of a dead process continue soon. A writer that was delayed for longer finds that its offset is outdated. */
const LEASE_TTL_S = 12;
const EXTEND_INTERVAL_MS = 4000;
const POLL_INTERVAL_MS = 100;
/** Another process is sending it: the client asks again. */
const WRITE_LOCK_TIMEOUT_MS = 3000;
/** Another process is taking it in: the checksum of a large one takes seconds. */
const FINISH_LOCK_TIMEOUT_MS = 30_000;

const MAX_NEW_UPLOADS = 1000;

/** As the tus server throws its own. */
const UPLOAD_BUSY_ERROR = { status_code: 423, body: 'Another connection is sending this file.' };

interface ReservationLease {
  /** Identifies this lease, so that its release affects no other. */
  token: string;
  count: number;
  acquired: Promise<void>;
  timer: NodeJS.Timeout | undefined;
  /** True when the last byte was written; the same process imports the upload immediately. */
  markComplete: boolean;
}

type UploadLockDeps = Pick<Platform, 'db' | 'processId' | 'log'>;

/** The rows that other processes see. */
function createReservationLease({ db, processId, log }: UploadLockDeps) {
  const acquire = async (id: string, token: string, waitMs: number) => {
    const until = performance.now() + waitMs;
    while (!(await acquireReservationLease(autocommit(db), id, token, LEASE_TTL_S))) {
      if (performance.now() > until) throw UPLOAD_BUSY_ERROR;
      await wait(POLL_INTERVAL_MS);
    }
  };
  return {
    begin(id: string, waitMs: number): ReservationLease {
      const token = `${processId}:${newId()}`;
      return { token, count: 0, acquired: acquire(id, token, waitMs), timer: undefined, markComplete: false };
    },
    extend: (id: string, token: string) =>
      acquireReservationLease(autocommit(db), id, token, LEASE_TTL_S).catch((error) =>
        log.warn({ err: error }, 'a hold on an upload was not extended'),
      ),
    release: (id: string, token: string) => releaseReservationLease(autocommit(db), id, token),
  };
}

/** One process at a time has an upload: two that wrote it, or took it in, at once would leave something else than what one of them checked. */
export function createUploadLock(deps: UploadLockDeps) {
  const rows = createReservationLease(deps);
  const holds = new Map<string, ReservationLease>();
  const fresh = new LRUCache<string, true>({ max: MAX_NEW_UPLOADS });

  const end = async (id: string, hold: ReservationLease) => {
    if (hold.count > 0 || holds.get(id) !== hold) return;
    clearInterval(hold.timer);
    holds.delete(id);
    await rows.release(id, hold.token);
  };
  const releaseLease = async (id: string, hold: ReservationLease) => {
    hold.count--;
    if (!hold.markComplete) return end(id, hold);
    hold.markComplete = false;
    setImmediate(() => {
      end(id, hold).catch((error) => deps.log.warn({ err: error }, 'could not release an upload lock'));
    });
  };

  /** Acquires the lease; re-entrant within a process. Returns the function to release it. */
  const acquireLease = async (id: string, waitMs: number): Promise<() => Promise<void>> => {
    const hold = holds.get(id) ?? rows.begin(id, waitMs);
    holds.set(id, hold);
    hold.count++;
    try {
      await hold.acquired;
    } catch (error) {
      hold.count--;
      if (holds.get(id) === hold) holds.delete(id);
      throw error;
    }
    hold.timer ??= setInterval(() => void rows.extend(id, hold.token), EXTEND_INTERVAL_MS).unref();
    return () => releaseLease(id, hold);
  };

  return {
    /** For the tus server: writers. */
    locker: createLocker(async (id) => (fresh.delete(id) ? undefined : acquireLease(id, WRITE_LOCK_TIMEOUT_MS))),
    /** A new upload needs no lease until its creator has received the response. */
    markNew: (id: string) => void fresh.set(id, true),
    /** The holder has written the last byte. */
    isWhole(id: string): void {
      const hold = holds.get(id);
      if (hold) hold.markComplete = true;
    },
    /** Runs `work` with the lease, for importing an upload. */
    async withLock<T>(id: string, work: () => Promise<T>): Promise<T> {
      const release = await acquireLease(id, FINISH_LOCK_TIMEOUT_MS);
      try {
        return await work();
      } finally {
        await release();
      }
    },
  };
}

/** Within this process the tus server's own locks, which end the request that holds one; then the hold that other processes see. */
function createLocker(take: (id: string) => Promise<(() => Promise<void>) | undefined>): Locker {
  const inProcess = new MemoryLocker();
  return {
    newLock(id) {
      const within = inProcess.newLock(id);
      let letGo: (() => Promise<void>) | undefined;
      return {
        async lock(signal, cancel) {
          await within.lock(signal, cancel);
          try {
            letGo = await take(id);
          } catch (error) {
            await within.unlock();
            throw error;
          }
        },
        async unlock() {
          await letGo?.();
          await within.unlock();
        },
      };
    },
  };
}

export type UploadLock = ReturnType<typeof createUploadLock>;
