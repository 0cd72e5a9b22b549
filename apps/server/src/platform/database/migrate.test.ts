import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import type { Database } from './database.ts';
import { migrate } from './migrate.ts';

let database: TestDatabase | undefined;
afterEach(() => database?.close());

describe('migrations', () => {
  it('do nothing on a migrated database', async () => {
    database = await createTestDatabase();
    expect(await migrate(database.db)).toEqual([]);
  });

  const apply = (name: string) =>
    sql`insert into kysely_migration (name, timestamp) values (${name}, '2026-11-22')`.execute(database?.db as Database);

  it('accept a database that a newer version only added to', async () => {
    database = await createTestDatabase();
    await apply('9000_more');
    expect(await migrate(database.db)).toEqual([]);
  });

  it.each([
    ['from which a newer version removed something', '9000_less_contract', undefined],
    ['that lacks a known migration', '9000_more', '0057_alerts'],
  ])('refuse a database %s', async (_which, name, missing = '') => {
    database = await createTestDatabase();
    await apply(name);
    await sql`delete from kysely_migration where name = ${missing}`.execute(database.db);
    await expect(migrate(database.db)).rejects.toThrow(`another version of Vitrine (it has the migrations ${name},`);
  });

  it('refuse a database of another version with instructions', async () => {
    database = await createTestDatabase();
    await sql`insert into kysely_migration (name, timestamp) values ('0024_publishes_by_the_crowd', '2026-11-22')`.execute(database.db);
    await expect(migrate(database.db)).rejects.toThrow(
      /another version of Vitrine .*0024_publishes_by_the_crowd.*set DATA_DIR to a new folder/s,
    );
  });
});
