/** Plays that hundreds of screens report concurrently. */
import type { Play } from '@vitrine/contract';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { aPerson, type TestPerson } from '../../testing/builders.ts';
import { insertScreens, type TestDeviceScreen } from '../../testing/device-screens.ts';
import { openTestApp } from '../../testing/shared-test-app.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

const submit = vi.spyOn(pg.Query.prototype, 'submit');
let test: TestApp;
/** Another process on the same database. */
let otherProcess: TestApp;
let ana: TestPerson;
beforeAll(async () => {
  test = await openTestApp();
  otherProcess = await createTestApp({}, undefined, test);
  ana = await aPerson(test);
});
afterAll(async () => {
  submit.mockRestore();
  await otherProcess.close();
  await test.close();
});

const [playlistId, mediaId] = [newId(), newId()];
const plays = ({ deviceId }: TestDeviceScreen, from: number, to: number): Play[] =>
  Array.from({ length: to - from + 1 }, (_, index) => ({
    sequence: from + index,
    deviceId,
    playlistId,
    mediaId,
    startedAt: new Date(Date.now() - 60_000).toISOString(),
    count: 1,
    shownMs: 5000,
  }));

async function report({ authorization }: TestDeviceScreen, reported: Play[], app = test): Promise<number> {
  const answer = await app.app.inject({
    method: 'POST',
    url: '/api/screens/plays',
    headers: { authorization },
    payload: { plays: reported },
  });
  return answer.statusCode === 200 ? answer.json<{ result: { sequence: number } }>().result.sequence : -answer.statusCode;
}

/** Returns the number of counted plays of each screen. */
async function counted(screens: TestDeviceScreen[]): Promise<number[]> {
  const { rows } = await sql<{
    id: string;
    count: number;
  }>`select device_id as id, sum(count)::bigint as count from device_plays group by 1`.execute(test.db);
  const counts = new Map(rows.map(({ id, count }) => [id, count]));
  return screens.map(({ deviceId }) => counts.get(deviceId) ?? 0);
}

const all = <T>(screens: TestDeviceScreen[], value: T): T[] => screens.map(() => value);

it('are stored in a few statements', async () => {
  const screens = await insertScreens(test, ana, 200);
  submit.mockClear();
  expect(await Promise.all(screens.map((screen) => report(screen, plays(screen, 1, 3))))).toEqual(all(screens, 3));
  // Screens are identified a hundred at a time, and all plays are counted in one or two transactions.
  expect(submit.mock.calls.length).toBeLessThan(30);
  expect(await counted(screens)).toEqual(all(screens, 3));
});

it('count once when they arrive repeatedly and out of order at two processes', async () => {
  const screens = await insertScreens(test, ana, 40);
  const parts = [
    [1, 4],
    [5, 8],
    [9, 12],
  ] as const;
  let highest = all(screens, 0);
  // A screen reports the next part after the previous one was acknowledged. Earlier reports may arrive again in any process at any time.
  for (const [index, [from, to]] of parts.entries()) {
    const repeated = parts.slice(0, index + 1).flatMap((part) => [part, part]);
    const calls = screens.flatMap((screen) => [
      ...repeated.map(
        ([first, last], place) =>
          () =>
            report(screen, plays(screen, first, last), place % 2 === 0 ? test : otherProcess),
      ),
      () => report(screen, plays(screen, from, to).toReversed()),
    ]);
    await Promise.all(calls.toSorted(() => Math.random() - 0.5).map((call) => call()));
    highest = await Promise.all(screens.map((screen) => report(screen, plays(screen, from, to))));
  }
  expect(highest).toEqual(all(screens, 12));
  expect(await counted(screens)).toEqual(all(screens, 12));
});

it('of a screen with a locked device do not delay others, and are sent again', async () => {
  const screens = await insertScreens(test, ana, 5);
  const [lockedScreen, ...others] = screens as [TestDeviceScreen, ...TestDeviceScreen[]];
  await test.db.transaction().execute(async (tx) => {
    await sql`select from devices where id = ${lockedScreen.deviceId} for update`.execute(tx);
    const answers = await Promise.all(screens.map((screen) => report(screen, plays(screen, 1, 2))));
    expect(answers).toEqual([-503, ...all(others, 2)]);
  });
  expect(await counted(screens)).toEqual([0, ...all(others, 2)]);
  expect(await Promise.all(screens.map((screen) => report(screen, plays(screen, 1, 2))))).toEqual(all(screens, 2));
  expect(await counted(screens)).toEqual(all(screens, 2));
});

it('do not wait for concurrent deletions of devices', async () => {
  const screens = await insertScreens(test, ana, 30);
  const ids = screens.slice(0, 15).map(({ deviceId }) => deviceId);
  const removed = test.db.transaction().execute(async (tx) => {
    for (const id of ids.toReversed()) await tx.deleteFrom('devices').where('id', '=', id).execute();
  });
  const answers = await Promise.all(screens.map((screen) => report(screen, plays(screen, 1, 2))));
  await removed;
  expect(answers.every((answer) => answer === 2 || answer === -503)).toBe(true);
  expect(answers.slice(15)).toEqual(all(screens.slice(15), 2));
  expect((await counted(screens)).slice(15)).toEqual(all(screens.slice(15), 2));
});
