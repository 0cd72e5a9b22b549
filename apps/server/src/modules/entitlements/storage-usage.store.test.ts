import fc from 'fast-check';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { autocommit, type Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import { insertPerson } from '../../testing/people.ts';
import { runWhileLocked } from '../../testing/run-while-locked.ts';
import { createTestDatabase, openSameDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { addStorageUsage, findStorageUsage, lockStorageUsage, mergeStorageAdditions, shareStorageUsage } from './storage-usage.store.ts';
import { insertReservation, lockAndSumReservations, redeemReservation } from './upload-reservations.store.ts';

/** Two processes of one installation. */
let databases: [TestDatabase, TestDatabase];
let db: TestDatabase['db'];
let userId: string;

beforeAll(async () => {
  const first = await createTestDatabase();
  databases = [first, openSameDatabase(first.url)];
  db = first.db;
});
afterAll(async () => {
  for (const database of databases) await database.close();
});
beforeEach(async () => {
  ({ userId } = await insertPerson(db, { name: 'Ana', email: `${newId()}@example.com` }));
});

const MINUTES = 15;
const inTransaction = <T>(work: (tx: Tx) => Promise<T>, process = 0): Promise<T> =>
  (databases[process] ?? databases[0]).db.transaction().execute(work);

/** Reserves bytes if they fit into the limit. Returns the id of the reservation. */
const reserve = (sizeBytes: number, limitBytes: number, process = 0): Promise<string | undefined> =>
  inTransaction(async (tx) => {
    await shareStorageUsage(tx, userId);
    const { account } = await lockAndSumReservations(tx, { payerId: userId, userId, albumId: null });
    if (account + sizeBytes > limitBytes) return undefined;
    const id = newId();
    await insertReservation(tx, { id, user_id: userId, payer_id: userId, album_id: null, size_bytes: sizeBytes }, MINUTES);
    return id;
  }, process);

const redeem = async (tx: Tx, id: string, sizeBytes: number): Promise<boolean> => {
  await shareStorageUsage(tx, userId);
  return redeemReservation(tx, { id, userId, sizeBytes });
};

/** The statement by which the previous version locks an account. */
const lockAsBefore = async (tx: Tx): Promise<number | undefined> => {
  const { rows } = await sql<{ used_bytes: number }>`insert into storage_usage (user_id) values (${userId})
    on conflict (user_id) do update set used_bytes = storage_usage.used_bytes returning used_bytes`.execute(tx);
  return rows[0]?.used_bytes;
};

const readNumber = async (query: RawBuilder<unknown>) =>
  (await sql<{ value: number }>`select (${query}) as value`.execute(db)).rows[0]?.value;
const countAdditions = () => readNumber(sql`select count(*) from storage_additions where user_id = ${userId}`);
const countReservations = () => readNumber(sql`select count(*) from upload_reservations where payer_id = ${userId}`);

describe('uploads of one account', () => {
  it('are stored while another upload of the account is being stored', async () => {
    const [first = '', second = ''] = [await reserve(10, 100), await reserve(20, 100)];
    await inTransaction(async (tx) => {
      await redeem(tx, first, 10);
      await inTransaction((other) => redeem(other, second, 20), 1);
      expect(await reserve(70, 100, 1)).toBeDefined();
      expect(await reserve(1, 100, 1)).toBeUndefined();
    });
    expect(await findStorageUsage(db, userId)).toBe(30);
  });

  it('never exceed the limit when a hundred arrive at once at two processes', async () => {
    const reserved = await Promise.all(Array.from({ length: 100 }, (_, at) => reserve(10, 375, at % 2)));
    const ids = reserved.filter((id) => id !== undefined);
    expect(ids).toHaveLength(37);
    await Promise.all(ids.map((id, at) => inTransaction((tx) => redeem(tx, id, 10), at % 2)));
    expect([await findStorageUsage(db, userId), await countReservations()]).toEqual([370, 0]);
  });

  it('are counted once when the connection ends before the commit', async () => {
    const id = (await reserve(10, 100)) ?? '';
    const broken = inTransaction(async (tx) => {
      await redeem(tx, id, 10);
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
      await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(db);
      await sql`select 1`.execute(tx);
    }, 1);
    await expect(broken).rejects.toThrow();
    expect([await findStorageUsage(db, userId), await countReservations()]).toEqual([0, 1]);
    expect(await inTransaction((tx) => redeem(tx, id, 10))).toBe(true);
    await expect(inTransaction((tx) => redeem(tx, id, 10))).rejects.toThrow(/duplicate key/);
    expect([await findStorageUsage(db, userId), await countReservations()]).toEqual([10, 0]);
  });

  it('have no valid reservation after its end, or when another account pays', async () => {
    const [ended = '', other = ''] = [await reserve(10, 100), await reserve(10, 100)];
    await db
      .updateTable('upload_reservations')
      .set({ expires_at: new Date(0) })
      .where('id', '=', ended)
      .execute();
    expect(await inTransaction((tx) => redeem(tx, ended, 10))).toBe(false);
    const { userId: bob } = await insertPerson(db, { name: 'Bob', email: `${newId()}@example.com` });
    await db.updateTable('upload_reservations').set({ payer_id: bob }).where('id', '=', other).execute();
    expect(await inTransaction((tx) => redeem(tx, other, 10))).toBe(false);
  });
});

describe.each([
  ['this version', (tx: Tx) => lockStorageUsage(tx, userId)],
  ['the previous version', lockAsBefore],
])('the lock of an account by %s', (_version, lock) => {
  it('waits for uploads, and includes what they stored', async () => {
    const id = (await reserve(10, 100)) ?? '';
    const used = await runWhileLocked(db, { lock: (tx) => redeem(tx, id, 10), act: () => inTransaction(lock, 1) });
    expect([used, await countAdditions()]).toEqual([10, 0]);
  });

  it('delays uploads and reservations, also when it is the first of the account', async () => {
    const id = await runWhileLocked(db, { lock, act: () => reserve(10, 100, 1), duringWait: (tx) => addStorageUsage(tx, userId, 95) });
    expect(id).toBeUndefined();
    const other = (await reserve(5, 100)) ?? '';
    await runWhileLocked(db, { lock, act: () => inTransaction((tx) => redeem(tx, other, 5), 1) });
    expect(await findStorageUsage(db, userId)).toBe(100);
  });

  it('is not starved by uploads that arrive later', async () => {
    const [first = '', second = ''] = [await reserve(10, 100), await reserve(20, 100)];
    const order: string[] = [];
    await runWhileLocked(db, {
      lock: (tx) => redeem(tx, first, 10),
      // Recorded within the transaction: answers of two connections may arrive in another order.
      act: () => inTransaction((tx) => lock(tx).then(() => order.push('lock')), 1),
      async duringWait(_tx, untilWaiting) {
        const later = inTransaction((tx) => redeem(tx, second, 20).then(() => order.push('upload')), 1);
        await untilWaiting(2);
        later.catch(() => undefined);
      },
    });
    await expect.poll(() => order).toEqual(['lock', 'upload']);
  });
});

describe('merging', () => {
  it('counts each upload once, and leaves those of accounts that are locked', async () => {
    for (const size of [10, 20]) await inTransaction(async (tx) => redeem(tx, (await reserve(size, 100)) ?? '', size));
    await inTransaction(async (tx) => {
      await sql`select from storage_usage where user_id = ${userId} for update`.execute(tx);
      await mergeStorageAdditions(autocommit(db));
    });
    expect([await countAdditions(), await findStorageUsage(db, userId)]).toEqual([2, 30]);
    await Promise.all(databases.map((database) => mergeStorageAdditions(autocommit(database.db))));
    expect([await countAdditions(), await findStorageUsage(db, userId)]).toEqual([0, 30]);
  });
});

describe('any order of reservations, uploads, deletions, locks and merges by two processes', () => {
  const LIMIT = 100;
  const step = fc.oneof(
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('upload' as const), sizeBytes: fc.integer({ min: 1, max: 60 }) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('delete' as const, 'lock' as const, 'merge' as const) }) },
  );

  it('never exceeds the limit, and ends with the bytes that are stored', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 8 }), fc.array(step, { maxLength: 8 }), async (first, second) => {
        ({ userId } = await insertPerson(db, { name: 'Ana', email: `${newId()}@example.com` }));
        const files: number[] = [];
        const observed: number[] = [];
        const observe = async () => observed.push(await findStorageUsage(db, userId));
        const run = async (steps: typeof first, process: number) => {
          for (const one of steps) {
            if (one.kind === 'upload') {
              const id = await reserve(one.sizeBytes, LIMIT, process);
              if (id === undefined) continue;
              expect(await inTransaction((tx) => redeem(tx, id, one.sizeBytes), process)).toBe(true);
              files.push(one.sizeBytes);
            } else if (one.kind === 'merge') await mergeStorageAdditions(autocommit((databases[process] ?? databases[0]).db));
            else {
              const removed = one.kind === 'delete' ? (files.pop() ?? 0) : 0;
              await inTransaction(async (tx) => {
                await lockStorageUsage(tx, userId);
                if (removed > 0) await addStorageUsage(tx, userId, -removed);
              }, process);
            }
            await observe();
          }
        };
        await Promise.all([run(first, 0), run(second, 1)]);
        expect(Math.max(0, ...observed)).toBeLessThanOrEqual(LIMIT);
        expect(await findStorageUsage(db, userId)).toBe(files.reduce((sum, size) => sum + size, 0));
        expect(await countReservations()).toBe(0);
      }),
      { numRuns: 25 },
    );
  });
});
