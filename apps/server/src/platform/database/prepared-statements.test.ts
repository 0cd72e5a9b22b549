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

const preparedBy = async (client: PreparedClient) =>
  (await client.query<{ name: string; statement: string }>('select name, statement from pg_prepared_statements order by prepare_time'))
    .rows;

const answer = async (client: PreparedClient, number: number) =>
  (await client.query(`select $1::int + ${number} as sum`, [1])).rows[0] as { sum: number };

it('gives a text the same name on every connection', async () => {
  const [one, other] = [await connect(), await connect()];
  await answer(one, 1);
  await answer(one, 2);
  await answer(other, 2);
  const names = await preparedBy(one);
  expect(new Set(names.map(({ name }) => name)).size).toBe(2);
  expect(await preparedBy(other)).toEqual([names[1]]);
});

it('prepares every text once, however many there are, and closes the least used', async () => {
  const client = await connect();
  const texts = MAX_STATEMENTS + 50;
  for (let number = 0; number < texts; number++) {
    expect(await answer(client, number)).toEqual({ sum: number + 1 });
    expect(await answer(client, 0)).toEqual({ sum: 1 });
  }
  const prepared = await preparedBy(client);
  expect(prepared).toHaveLength(MAX_STATEMENTS);
  const statements = prepared.map(({ statement }) => statement);
  expect(statements[0]).toBe('select $1::int + 0 as sum');
  expect(statements).not.toContain('select $1::int + 1 as sum');
  expect(statements.at(-1)).toBe(`select $1::int + ${texts - 1} as sum`);
  expect(await answer(client, 1)).toEqual({ sum: 2 });
});

it('closes statements also where queries wait for each other or fail', async () => {
  const client = await connect();
  await client.query('begin');
  await expect(client.query('select 1 / $1::int', [0])).rejects.toThrow('division by zero');
  for (let number = 0; number <= MAX_STATEMENTS; number++) await expect(answer(client, number)).rejects.toThrow('aborted');
  await client.query('rollback');
  for (let number = 0; number <= MAX_STATEMENTS; number++) expect(await answer(client, number)).toEqual({ sum: number + 1 });
  expect(await preparedBy(client)).toHaveLength(MAX_STATEMENTS);
});

it('leaves long lists of values unprepared', async () => {
  const client = await connect();
  const values = Array.from({ length: 33 }, (_, index) => index);
  await client.query(`select 1 where 1 in (${values.map((value) => `$${value + 1}::int`).join(', ')})`, values);
  expect(await preparedBy(client)).toEqual([]);
});
