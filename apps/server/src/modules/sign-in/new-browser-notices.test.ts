import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aPerson, PASSWORD, type TestPerson } from '../../testing/builders.ts';
import { openTestApp } from '../../testing/shared-test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());

/** Signs in and returns the cookie by which the account knows the browser. */
async function login(person: TestPerson, browser = ''): Promise<string> {
  const response = await test.app.inject({
    method: 'POST',
    url: '/api/users/login',
    cookies: { vitrine_browser: browser },
    payload: { email: person.email, password: PASSWORD },
  });
  expect(response.statusCode).toBe(200);
  return response.cookies.find(({ name }) => name === 'vitrine_browser')?.value ?? '';
}

/** Returns how many emails about new browsers were sent. */
async function countMails({ email }: TestPerson): Promise<number> {
  await test.runJobs();
  return test.printed.filter((line) => line.startsWith(`Email to ${email}: New sign-in to your account`)).length;
}

it('emails the owner once about each new browser, and not about the first one', async () => {
  const ana = await aPerson(test);
  const first = await login(ana);
  expect(await countMails(ana)).toBe(0);
  const second = await login(ana);
  expect(await countMails(ana)).toBe(1);
  await login(ana, first);
  await login(ana, second);
  expect(await countMails(ana)).toBe(1);
});

it('sends at most five emails a day to owners of browsers without cookies', async () => {
  const ana = await aPerson(test);
  for (let count = 0; count < 8; count++) await login(ana);
  expect(await countMails(ana)).toBe(5);
  test.clock.offsetMs = 25 * 3_600_000;
  await login(ana);
  test.clock.offsetMs = 0;
  expect(await countMails(ana)).toBe(6);
});

it('is part of the sign-in: without its job, there is no session', async () => {
  const ana = await aPerson(test);
  await login(ana);
  const countSessions = async () =>
    (await test.db.selectFrom('sessions').select('token_hash').where('user_id', '=', ana.user._id).execute()).length;
  const before = await countSessions();
  await sql`create function refuse_notice() returns trigger language plpgsql as $$ begin
      if new.payload::text like ${sql.lit(`%${ana.user._id}%`)} then raise exception 'no jobs'; end if; return new; end $$`.execute(
    test.db,
  );
  await sql`create trigger refuse_notice before insert on graphile_worker._private_jobs for each row execute function refuse_notice()`.execute(
    test.db,
  );
  const response = await test.app.inject({
    method: 'POST',
    url: '/api/users/login',
    payload: { email: ana.email, password: PASSWORD },
  });
  await sql`drop function refuse_notice cascade`.execute(test.db);
  expect(response.statusCode).toBe(500);
  expect(await countSessions()).toBe(before);
  expect(await countMails(ana)).toBe(0);
});
