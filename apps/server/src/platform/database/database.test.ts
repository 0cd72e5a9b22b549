import { sql } from 'kysely';
import pg from 'pg';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { createTestDatabase } from '../../testing/test-database.ts';
import { newIds } from '../ids.ts';
import type { Live } from '../live/live.ts';
import type { Queue } from '../queue/queue.ts';
import { type Database, type Db, type Tx, toUuidArray, warmUpPool } from './database.ts';

describe('the type of a database parameter', () => {
  it('must be a transaction for locks, events and jobs: a pool does not compile', () => {
    expectTypeOf<Database>().not.toExtend<Tx>();
    expectTypeOf<Live['send']>().parameter(0).toEqualTypeOf<Tx>();
    expectTypeOf<Queue['add']>().parameter(0).toEqualTypeOf<Tx>();
  });

  it('may be a pool or a transaction for reads, without methods to write', () => {
    expectTypeOf<Database>().toExtend<Db>();
    expectTypeOf<Tx>().toExtend<Db>();
    expectTypeOf<Db>().not.toHaveProperty('insertInto');
    expectTypeOf<Db>().not.toHaveProperty('updateTable');
  });
});

describe('an array of ids', () => {
  it.each([0, 1, 300])('reaches the database with %i values in order', async (count) => {
    const { db, close } = await createTestDatabase();
    const ids = newIds(count);
    const { rows } = await sql<{ ids: string[] }>`select array(select unnest(${toUuidArray(ids)})::text) as ids`.execute(db);
    await close();
    expect(rows[0]?.ids).toEqual(ids);
  });

  it('is refused by the database when a value is no id', async () => {
    const { db, close } = await createTestDatabase();
    await expect(sql`select ${toUuidArray([...newIds(1), 'no id'])}`.execute(db)).rejects.toMatchObject({ code: '22P02' });
    await close();
  });
});

describe('warming up a pool', () => {
  it('opens only connections that the pool has left, and waits for none in use', async () => {
    const { url, close } = await createTestDatabase();
    // Without a limit on the wait, a request beyond the pool's size would never end.
    const pool = new pg.Pool({ connectionString: url, max: 4, connectionTimeoutMillis: 0 });
    const inUse = [await pool.connect(), await pool.connect()];
    await warmUpPool(pool, 10);
    expect([pool.totalCount, pool.idleCount, pool.waitingCount]).toEqual([4, 2, 0]);
    for (const client of inUse) client.release();
    await pool.end();
    await close();
  });
});
