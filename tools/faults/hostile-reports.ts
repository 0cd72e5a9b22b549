import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { newId } from '../../apps/server/src/platform/ids.ts';
import { ApiPerson } from '../../e2e/api.ts';
import { withProductDatabase } from '../../e2e/product-database.ts';
import type { Attack } from './attack.ts';
import { assert } from './round.ts';

const SCREENS = 15;
const ROWS_PER_DAY = 1500;
const DAYS = 20;
const REQUESTS = 100;
const ROUNDS = 5;
const ACCEPTED = [200, 409, 422, 429, 503];

const formatDay = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);
const PERIOD = `from=${formatDay(390)}&to=${formatDay(0)}`;

/** Inserts screens with as many items as a hostile screen can invent, so that every report of the account is expensive. */
async function fillAccount({ product, userId }: ApiPerson): Promise<void> {
  const ids = Array.from({ length: SCREENS }, () => newId());
  const codes = ids.map((_, at) => `Q${String(at).padStart(5, '0')}`);
  await withProductDatabase(product, async (db) => {
    await sql`insert into screens (id, device_code, secret_hash)
      select id, code, 'x' from unnest(${ids}::uuid[], ${codes}::text[]) as given (id, code)`.execute(db);
    await sql`insert into devices (id, screen_id, name, time_zone, user_id)
      select id, id, 'Screen', 'UTC', ${userId} from unnest(${ids}::uuid[]) as given (id)`.execute(db);
    for (let day = 0; day < DAYS; day++)
      await sql`insert into device_plays (device_id, day, playlist_id, media_id, count, shown_ms, p8, s8)
        select id, current_date - ${day}::int, gen_random_uuid(), gen_random_uuid(), 1, 1000, 1, 1
        from unnest(${ids}::uuid[]) as given (id), generate_series(1, ${ROWS_PER_DAY}::int)`.execute(db);
  });
}

/** Requests a report and reads the response until its end. Returns the status. */
async function request({ product, token }: ApiPerson, path: string): Promise<number> {
  const response = await fetch(`${product.origin}/api/${path}`, { headers: { authorization: token } });
  for await (const chunk of response.body ?? []) void chunk;
  return response.status;
}

const PATHS = [
  `reports/plays?${PERIOD}&groupBy=item`,
  `streams/reports/plays?${PERIOD}`,
  `reports/plays?${PERIOD}&groupBy=hour`,
  `streams/reports/plays?${PERIOD}&groupBy=item`,
  `reports/screens?${PERIOD}`,
];

let owner: ApiPerson | undefined;

/** One account requests a hundred reports and exports at once, of 450,000 items over more than a year. Another account requests them too. */
export const floodReports: Attack = {
  name: 'a hundred reports and exports of 450,000 items at once',
  async prepare({ product }) {
    owner = await ApiPerson.create(product, `reports-${randomUUID()}@example.com`);
    await fillAccount(owner);
  },
  async run(attacker) {
    const victim = owner;
    assert(victim !== undefined, 'the attack was not prepared');
    const statuses: number[] = [];
    for (let round = 0; round < ROUNDS; round++)
      statuses.push(...(await Promise.all(Array.from({ length: REQUESTS }, (_, at) => request(victim, PATHS[at % PATHS.length] ?? '')))));
    assert(
      statuses.every((status) => ACCEPTED.includes(status)),
      `reports were answered with ${[...new Set(statuses)].join(', ')}`,
    );
    assert(statuses.includes(429) || statuses.includes(409), 'no request was refused');
    for (const path of [
      `reports/plays?${PERIOD}&userId=${victim.userId}`,
      `streams/reports/plays?${PERIOD}&userId=${victim.userId}`,
      `reports/emails?userId=${victim.userId}`,
    ]) {
      const status = await request(attacker, path);
      assert(status === 404 || status === 403 || status === 429, `a report of another account was answered with ${status}`);
    }
  },
};
