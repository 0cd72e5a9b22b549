/**
 * Leases on rows. One process at a time works on a row, and no database connection stays open while it does. The token of a lease is `<process id>:<id>`. A
 * lease ends when it is released, when its time is over, or when its process has stopped. Each table keeps the leases in columns of its own.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import type { Logger } from 'pino';
import { newId } from '../ids.ts';

export interface LeaseStore {
  /** Acquires the lease of a row and returns true, or returns false while another token has it. In a shared lease, extends it for the same token. */
  acquire(id: string, token: string): Promise<boolean>;
  release(id: string, token: string): Promise<unknown>;
}

interface LeaseOptions {
  store: LeaseStore;
  processId: string;
  pollIntervalMs: number;
  /** Creates the value that is thrown when another token keeps the lease for longer than the timeout. */
  createBusyError(): unknown;
}

/** Condition: the process that has the lease has stopped. `tokenColumn` holds the token. */
export const hasOwnerStopped = (tokenColumn: string): RawBuilder<boolean> =>
  sql<boolean>`not exists (select from process_heartbeats where process_id = split_part(${sql.ref(tokenColumn)}, ':', 1))`;

/** As above, but only after a grace period, for processes that acquire leases before their first heartbeat. */
export const hasOwnerStoppedAfterGrace = (tokenColumn: string, acquiredAtColumn: string, graceS: number): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(acquiredAtColumn)} < now() - make_interval(secs => ${graceS}) and ${hasOwnerStopped(tokenColumn)})`;

const createLeaseToken = (processId: string): string => `${processId}:${newId()}`;

async function waitForLease(
  { store, pollIntervalMs, createBusyError }: LeaseOptions,
  id: string,
  token: string,
  timeoutMs: number,
): Promise<void> {
  const until = performance.now() + timeoutMs;
  while (!(await store.acquire(id, token))) {
    if (performance.now() > until) throw createBusyError();
    await sleep(pollIntervalMs);
  }
}

/** Creates a function that runs work while it has the lease. The lease also excludes other work of this process, and is not extended. */
export function createExclusiveLease(options: LeaseOptions & { timeoutMs: number }) {
  return async function withLease<Result>(id: string, work: () => Promise<Result>): Promise<Result> {
    const token = createLeaseToken(options.processId);
    await waitForLease(options, id, token, options.timeoutMs);
    try {
      return await work();
    } finally {
      await options.store.release(id, token);
    }
  };
}

interface SharedLease {
  token: string;
  /** Number of callers of this process that have the lease or wait for it. */
  callers: number;
  acquired: Promise<void>;
  timer: NodeJS.Timeout | undefined;
  isReleaseDelayed: boolean;
}

/** Creates leases that the work of one process shares. They are extended until the last caller has released its part. */
export function createSharedLease(options: LeaseOptions & { extendIntervalMs: number; log: Pick<Logger, 'warn'> }) {
  const { store, processId, extendIntervalMs, log } = options;
  const leases = new Map<string, SharedLease>();

  const begin = (id: string, timeoutMs: number): SharedLease => {
    const token = createLeaseToken(processId);
    return { token, callers: 0, acquired: waitForLease(options, id, token, timeoutMs), timer: undefined, isReleaseDelayed: false };
  };

  const extend = (id: string, { token }: SharedLease) =>
    store.acquire(id, token).catch((error) => log.warn({ err: error, id }, 'could not extend a lease'));

  const endIfUnused = async (id: string, lease: SharedLease): Promise<void> => {
    if (lease.callers > 0 || leases.get(id) !== lease) return;
    clearInterval(lease.timer);
    leases.delete(id);
    await store.release(id, lease.token);
  };

  const release = async (id: string, lease: SharedLease): Promise<void> => {
    lease.callers--;
    if (!lease.isReleaseDelayed) return endIfUnused(id, lease);
    lease.isReleaseDelayed = false;
    setImmediate(() => {
      endIfUnused(id, lease).catch((error) => log.warn({ err: error, id }, 'could not release a lease'));
    });
  };

  return {
    /** Acquires the lease, which this process may already have, and returns the function that releases it. */
    async acquire(id: string, timeoutMs: number): Promise<() => Promise<void>> {
      const lease = leases.get(id) ?? begin(id, timeoutMs);
      leases.set(id, lease);
      lease.callers++;
      try {
        await lease.acquired;
      } catch (error) {
        lease.callers--;
        if (leases.get(id) === lease) leases.delete(id);
        throw error;
      }
      lease.timer ??= setInterval(() => void extend(id, lease), extendIntervalMs).unref();
      return () => release(id, lease);
    },
    /** Delays the next release until the current callbacks have run, so that one of them can continue with the same lease. */
    delayRelease(id: string): void {
      const lease = leases.get(id);
      if (lease) lease.isReleaseDelayed = true;
    },
  };
}
