import type { SignInEvent } from '@vitrine/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aPerson, PASSWORD, type TestPerson } from '../../testing/builders.ts';
import { addSecondFactor } from '../../testing/second-factors.ts';
import { openTestApp } from '../../testing/shared-test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { countRefusedSignIn, recordSignIn } from './sign-in-events.store.ts';

let test: TestApp;
beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());

const login = (
  person: TestPerson,
  { password = PASSWORD, code = undefined as string | undefined, address = '203.0.113.7', cookie = '' } = {},
) =>
  test.app.inject({
    method: 'POST',
    url: '/api/users/login',
    remoteAddress: address,
    headers: { cookie, 'user-agent': 'Firefox' },
    payload: { email: person.email, password, ...(code !== undefined && { code }) },
  });
const listEvents = async (person: TestPerson) =>
  (await person.call('GET', '/users/sign-ins'))
    .json<{ result: SignInEvent[] }>()
    .result.map(({ kind, address, count }) => ({ kind, address, count }));

it('shows sign-ins, and whether the browser was new', async () => {
  const ana = await aPerson(test);
  const first = await login(ana);
  const cookie = first.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  test.clock.offsetMs += 1000;
  await login(ana, { cookie, address: '203.0.113.8' });
  expect(await listEvents(ana)).toEqual([
    { kind: 'signedIn', address: '203.0.113.8', count: 1 },
    { kind: 'newBrowser', address: '203.0.113.7', count: 1 },
  ]);
});

it('counts refused sign-ins by address and day, and shows none to other accounts', async () => {
  const [ana, ben] = [await aPerson(test), await aPerson(test)];
  await Promise.all(Array.from({ length: 4 }, () => login(ana, { password: 'not the one' })));
  expect(await listEvents(ana)).toEqual([{ kind: 'refused', address: '203.0.113.7', count: 4 }]);
  expect(await listEvents(ben)).toEqual([]);
});

it('shows passwords that were refused when a recovery was requested', async () => {
  const ana = await aPerson(test);
  const payload = { email: ana.email, password: 'not the one' };
  await test.app.inject({ method: 'POST', url: '/api/users/second-factor/recovery', remoteAddress: '203.0.113.7', payload });
  expect(await listEvents(ana)).toEqual([{ kind: 'refused', address: '203.0.113.7', count: 1 }]);
});

it('warns of a correct password without a code, unless the code follows from the same browser', async () => {
  const ana = await aPerson(test);
  const { nextCode } = await addSecondFactor(test, ana);
  await login(ana);
  await login(ana, { address: '203.0.113.9' });
  test.clock.offsetMs += 1000;
  await login(ana, { code: nextCode() });
  expect(await listEvents(ana)).toEqual([
    { kind: 'newBrowser', address: '203.0.113.7', count: 1 },
    { kind: 'codeMissing', address: '203.0.113.9', count: 1 },
  ]);
});

it('keeps the newest fifty sign-ins and fifty refused ones', async () => {
  const ana = await aPerson(test);
  for (let count = 0; count < 60; count++) {
    const event = { address: `198.51.100.${count}`, userAgent: 'Firefox', at: new Date(Date.UTC(2026, 0, 1, 0, count)) };
    await test.db.transaction().execute(async (tx) => {
      const signIn = recordSignIn(
        { userId: ana.user._id, method: 'password', ...event },
        { isNewBrowser: sql`false`, condition: sql`true` },
      );
      await sql`with ${signIn} select`.execute(tx);
      await countRefusedSignIn(tx, ana.email, { kind: 'refused', ...event });
    });
  }
  const events = await listEvents(ana);
  expect(events).toHaveLength(100);
  expect(events.map(({ address }) => address)).not.toContain('198.51.100.9');
});
