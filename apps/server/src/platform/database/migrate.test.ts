import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { migrate } from './migrate.ts';

let database: TestDatabase | undefined;
afterEach(() => database?.close());

describe('the migrations', () => {
  it('have nothing to do on a database that has them', async () => {
    database = await createTestDatabase();
    expect(await migrate(database.db)).toEqual([]);
  });

  it('refuse a database of another version, and say what to do', async () => {
    database = await createTestDatabase();
    await sql`insert into kysely_migration (name, timestamp) values ('0024_publishes_by_the_crowd', '2026-11-22')`.execute(database.db);
    await expect(migrate(database.db)).rejects.toThrow(
      /another version of Vitrine .*0024_publishes_by_the_crowd.*set DATA_DIR to a new folder/s,
    );
  });
});
