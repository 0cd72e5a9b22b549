import { type Locker, MemoryLocker } from '@tus/server';
import { LRUCache } from 'lru-cache';
import { autocommit } from '../../platform/database/database.ts';
import { createSharedLease } from '../../platform/lease/lease.ts';
import { maxEntries } from '../../platform/lru-options.ts';
import type { Platform } from '../define-module.ts';
import { acquireReservationLease, releaseReservationLease } from '../entitlements/index.ts';

/** Lease time. The uploads of a dead process continue soon. A writer that was delayed for longer finds that its offset is outdated. */
const LEASE_TTL_S = 12;
const EXTEND_INTERVAL_MS = 4000;
const POLL_INTERVAL_MS = 100;
/** Timeout while another process receives the upload. The client repeats the request. */
const WRITE_LOCK_TIMEOUT_MS = 3000;
/** Timeout while another process imports the upload. The checksum of a large file takes seconds. */
const FINISH_LOCK_TIMEOUT_MS = 30_000;

const MAX_NEW_UPLOADS = 1000;

/** As the tus server throws its own. */
const UPLOAD_BUSY_ERROR = { status_code: 423, body: 'Another connection is sending this file.' };

/** One process at a time writes or imports an upload. Two at once would store other bytes than those that one of them verified. */
export function createUploadLock({ db, processId, log }: Pick<Platform, 'db' | 'processId' | 'log'>) {
  const lease = createSharedLease({
    store: {
      acquire: (id, token) => acquireReservationLease(autocommit(db), id, token, LEASE_TTL_S),
      release: (id, token) => releaseReservationLease(autocommit(db), id, token),
    },
    processId,
    log,
    pollIntervalMs: POLL_INTERVAL_MS,
    extendIntervalMs: EXTEND_INTERVAL_MS,
    createBusyError: () => UPLOAD_BUSY_ERROR,
  });
  const newUploads = new LRUCache<string, true>(maxEntries(MAX_NEW_UPLOADS));

  return {
    /** For the tus server: writers. */
    locker: createLocker(async (id) => (newUploads.delete(id) ? undefined : lease.acquire(id, WRITE_LOCK_TIMEOUT_MS))),
    /** A new upload needs no lease until its creator has received the response. */
    markNew: (id: string) => void newUploads.set(id, true),
    /** The last byte was written. The same process keeps the lease, because it imports the upload immediately. */
    markComplete: (id: string) => lease.delayRelease(id),
    /** Runs `work` with the lease, for importing an upload. */
    async withLock<T>(id: string, work: () => Promise<T>): Promise<T> {
      const release = await lease.acquire(id, FINISH_LOCK_TIMEOUT_MS);
      try {
        return await work();
      } finally {
        await release();
      }
    },
  };
}

/** Combines the tus server's own locks, which end the request that has one, with the lease that other processes see. */
function createLocker(acquireLease: (id: string) => Promise<(() => Promise<void>) | undefined>): Locker {
  const inProcess = new MemoryLocker();
  return {
    newLock(id) {
      const localLock = inProcess.newLock(id);
      let releaseLease: (() => Promise<void>) | undefined;
      return {
        async lock(signal, cancel) {
          await localLock.lock(signal, cancel);
          try {
            releaseLease = await acquireLease(id);
          } catch (error) {
            await localLock.unlock();
            throw error;
          }
        },
        async unlock() {
          await releaseLease?.();
          await localLock.unlock();
        },
      };
    },
  };
}

export type UploadLock = ReturnType<typeof createUploadLock>;
