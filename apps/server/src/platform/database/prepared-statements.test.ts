import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { MAX_STATEMENTS, PreparedClient } from './prepared-statements.ts';

let database: TestDatabase;
const clients: PreparedClient[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  for (const client of clients) await client.end();
  await database.close();
});

async function connect(): Promise<PreparedClient> {
  const client = new PreparedClient({ connectionString: database.url });
  await client.connect();
  clients.push(client);
  return client;
}

const listPrepared = async (client: PreparedClient) =>
  (await client.query<{ name: string; statement: string }>('select name, statement from pg_prepared_statements order by prepare_time'))
    .rows;

const runStatement = async (client: PreparedClient, number: number) =>
  (await client.query(`select $1::int + ${number} as sum`, [1])).rows[0] as { sum: number };

it('uses the same name for a text on every connection', async () => {
  const [one, other] = [await connect(), await connect()];
  await runStatement(one, 1);
  await runStatement(one, 2);
  await runStatement(other, 2);
  const names = await listPrepared(one);
  expect(new Set(names.map(({ name }) => name)).size).toBe(2);
  expect(await listPrepared(other)).toEqual([names[1]]);
});

it('prepares each text once and closes the least recently used one', async () => {
  const client = await connect();
  const texts = MAX_STATEMENTS + 50;
  for (let number = 0; number < texts; number++) {
    expect(await runStatement(client, number)).toEqual({ sum: number + 1 });
    expect(await runStatement(client, 0)).toEqual({ sum: 1 });
  }
  const prepared = await listPrepared(client);
  expect(prepared).toHaveLength(MAX_STATEMENTS);
  const statements = prepared.map(({ statement }) => statement);
  expect(statements[0]).toBe('select $1::int + 0 as sum');
  expect(statements).not.toContain('select $1::int + 1 as sum');
  expect(statements.at(-1)).toBe(`select $1::int + ${texts - 1} as sum`);
  expect(await runStatement(client, 1)).toEqual({ sum: 2 });
});

it('closes statements also after failed queries', async () => {
  const client = await connect();
  await client.query('begin');
  await expect(client.query('select 1 / $1::int', [0])).rejects.toThrow('division by zero');
  for (let number = 0; number <= MAX_STATEMENTS; number++) await expect(runStatement(client, number)).rejects.toThrow('aborted');
  await client.query('rollback');
  for (let number = 0; number <= MAX_STATEMENTS; number++) expect(await runStatement(client, number)).toEqual({ sum: number + 1 });
  expect(await listPrepared(client)).toHaveLength(MAX_STATEMENTS);
});

it('does not prepare statements with long lists of values', async () => {
  const client = await connect();
  const values = Array.from({ length: 33 }, (_, index) => index);
  await client.query(`select 1 where 1 in (${values.map((value) => `$${value + 1}::int`).join(', ')})`, values);
  expect(await listPrepared(client)).toEqual([]);
});
