/** Reports of hundreds of screens at once, and of a screen that was deleted. */
import { type ScreenReport, screenReport } from '@vitrine/contract';
import pg from 'pg';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLive } from '../../platform/live/live.ts';
import type { ScreenConnection } from '../../platform/live/screen-handlers.ts';
import { aPerson, type TestPerson } from '../../testing/builders.ts';
import { insertScreens } from '../../testing/device-screens.ts';
import { openTestApp } from '../../testing/shared-test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { createScreenReportCache } from './screens/screen-report-cache.ts';
import { createCheckpointBatch } from './screens/screen-reports.service.ts';

const QUIET = screenReport.parse({ revision: 1, downloaded: 4, total: 4, publishId: null, itemId: 'a', mediaId: null, failed: [] });
const submit = vi.spyOn(pg.Query.prototype, 'submit');
/** Counts the statements that are sent while an action runs. */
const statementsOf = async (work: () => Promise<unknown>) => {
  submit.mockClear();
  await work();
  return submit.mock.calls.length;
};

let test: TestApp;
let ana: TestPerson;
beforeAll(async () => {
  test = await openTestApp();
  ana = await aPerson(test);
});
afterAll(async () => {
  submit.mockRestore();
  await test.close();
});
beforeEach(() => {
  test.clock.offsetMs = 0;
  test.presence.hasLocalUsers = true;
  test.nudges.length = 0;
});

const links = async (size: number): Promise<ScreenConnection[]> =>
  (await insertScreens(test, ana, size)).map(({ screenId }) => ({ screenId }));
const reportAll = (connections: ScreenConnection[], more: Partial<ScreenReport> = {}) =>
  Promise.all(connections.map((link) => test.modules.screenSockets.report(link, { ...QUIET, ...more })));
const changeAll = (connections: ScreenConnection[], changes: object) =>
  Promise.all(connections.map((link) => test.modules.screenSockets.changes(link, changes)));
const readStoredReports = async (connections: ScreenConnection[]): Promise<(ScreenReport | null)[]> => {
  const ids = connections.map(({ screenId }) => screenId);
  const rows = await test.db.selectFrom('screens').select(['id', 'report']).where('id', 'in', ids).execute();
  const byId = new Map(rows.map(({ id, report }) => [id, report as ScreenReport | null]));
  return ids.map((id) => byId.get(id) ?? null);
};

describe('reports of many screens', () => {
  it('are stored in a few statements, complete or as changes', async () => {
    const connections = await links(200);
    // On a busy machine, the reports arrive in several batches of about eight statements.
    const few = 40;
    expect(await statementsOf(() => reportAll(connections))).toBeLessThan(few);
    expect(await readStoredReports(connections)).toEqual(connections.map(() => QUIET));
    const [one] = await links(1);
    const statements = await statementsOf(async () => {
      const changed = changeAll(connections, { revision: 2, publishId: 'p' });
      // A report at the same time joins the same batch.
      await reportAll(one ? [one] : []);
      expect(await changed).toEqual(connections.map(() => true));
    });
    expect(statements).toBeLessThan(few);
    expect(await readStoredReports(connections)).toEqual(connections.map(() => ({ ...QUIET, revision: 2, publishId: 'p' })));
  });

  it('that only change the current item cost one query a second, and none without viewers', async () => {
    const connections = await links(200);
    await reportAll(connections);
    const statementCount = await statementsOf(async () => {
      await changeAll(connections, { itemId: 'b' });
      await expect.poll(() => test.nudges.length).toBeGreaterThan(0);
    });
    expect(statementCount).toBe(1);
    // An owner of two hundred devices receives twenty messages and reloads all devices.
    expect(test.nudges).toHaveLength(40);
    test.presence.hasLocalUsers = false;
    test.nudges.length = 0;
    // Another round follows soon, which proves that the first one is complete.
    await changeAll(connections, { itemId: 'c' });
    test.presence.hasLocalUsers = true;
    await changeAll(connections.slice(0, 1), { itemId: 'd' });
    await expect.poll(() => test.nudges.length, { timeout: 3000 }).toBe(2);
    expect((await readStoredReports(connections)).every((report) => report?.itemId === 'a')).toBe(true);
  });

  it('are stored except for one that the database refuses', async () => {
    const [good, bad] = await links(2);
    if (!good || !bad) throw new Error('There are two.');
    const { screenSockets } = test.modules;
    expect(await Promise.all([screenSockets.report(good, QUIET), screenSockets.report(bad, { ...QUIET, revision: -1 })])).toEqual([
      true,
      false,
    ]);
    expect(await readStoredReports([good, bad])).toEqual([QUIET, null]);
  });
});

describe('changes', () => {
  it('apply to the previous report on the same connection, and are refused when it is unknown', async () => {
    const [link] = await links(1);
    if (!link) throw new Error('There is one.');
    const { report, changes } = test.modules.screenSockets;
    expect(await changes(link, { itemId: 'b' })).toBe(false);
    expect(await report(link, { ...QUIET, muted: false, health: null })).toBe(true);
    expect(await changes(link, { itemId: 'b', extra: 'ignored' })).toBe(true);
    expect(await changes({ ...link }, { itemId: 'c' })).toBe(false);
    // An invalid report is not stored, so later changes cannot apply to it.
    expect(await changes(link, { itemId: 7 })).toBe(false);
    expect(await changes(link, { itemId: 'd' })).toBe(false);
    expect(await report(link, { ...QUIET, muted: false, revision: 2 })).toBe(true);
    expect(await changes(link, { failed: [{ mediaId: 'x', reason: 'It is torn.' }] })).toBe(true);
    await expect.poll(async () => (await readStoredReports([link]))[0]?.failed).toHaveLength(1);
    expect(await readStoredReports([link])).toMatchObject([{ revision: 2, muted: false, itemId: 'a', total: 4 }]);
  });

  it('never apply to the report of a page with another connection', async () => {
    const [one] = await links(1);
    if (!one) throw new Error('There is one.');
    const { report, changes } = test.modules.screenSockets;
    const other = { ...one };
    await report(one, { ...QUIET, revision: 5, itemId: 'old' });
    await report(other, { ...QUIET, revision: 6, itemId: 'new' });
    expect(await changes(one, { publishId: 'p' })).toBe(true);
    await expect.poll(async () => (await readStoredReports([one]))[0]?.publishId).toBe('p');
    expect(await readStoredReports([one])).toMatchObject([{ revision: 5, itemId: 'old' }]);
    expect(await changes(other, { publishId: 'q' })).toBe(true);
    await expect.poll(async () => (await readStoredReports([one]))[0]?.publishId).toBe('q');
    expect(await readStoredReports([one])).toMatchObject([{ revision: 6, itemId: 'new' }]);
  });
});

describe('reports in the database', () => {
  it('are the last one of a disconnected screen, and the last transition of a killed process', async () => {
    const connections = await links(2);
    const [leaving] = connections;
    await reportAll(connections, { revision: 3 });
    await changeAll(connections, { itemId: 'b' });
    await test.modules.screenSockets.disconnected(leaving?.screenId ?? '');
    expect(await readStoredReports(connections)).toMatchObject([
      { revision: 3, itemId: 'b' },
      { revision: 3, itemId: 'a' },
    ]);
  });

  it('are the last one of a screen whose disconnection was stored by a later attempt', async () => {
    // Messages to users would be counted as statements of the next test.
    test.presence.hasLocalUsers = false;
    const connections = await links(2);
    const [leaving, moved] = connections;
    await reportAll(connections, { revision: 3 });
    await changeAll(connections, { itemId: 'b' });
    const disconnect = () => Promise.all(connections.map(({ screenId }) => test.modules.screenSockets.disconnected(screenId)));
    const away = vi.spyOn(test.db, 'transaction').mockImplementation(() => {
      throw new Error('the database is away');
    });
    expect(await disconnect()).toEqual([false, false]);
    away.mockRestore();
    // This screen has connected to another process and reported there.
    const newer = { live_process_id: 'other', report: JSON.stringify({ ...QUIET, revision: 3, itemId: 'c' }) };
    await test.db
      .updateTable('screens')
      .set(newer)
      .where('id', '=', moved?.screenId ?? '')
      .execute();
    expect(await disconnect()).toEqual([true, true]);
    expect(await readStoredReports([leaving, moved].flatMap((link) => link ?? []))).toMatchObject([{ itemId: 'b' }, { itemId: 'c' }]);
  });

  function someCheckpoints() {
    const reports = createScreenReportCache();
    const deps = {
      db: test.db,
      live: createLive(),
      clock: test.clock,
      log: pino({ level: 'silent' }),
      reports,
      emit: async () => undefined,
    };
    const checkpoints = createCheckpointBatch({
      ...deps,
      processId: 'test',
      deliverLocally: () => undefined,
      hasLocalSubscribers: () => false,
      mayRunOtherProcesses: () => false,
    });
    const reportItem = (connections: ScreenConnection[], itemId: string) => {
      for (const { screenId } of connections) {
        reports.add(screenId, { ...QUIET, itemId }, test.clock.now());
        checkpoints.add(screenId);
      }
    };
    return { checkpoints, reportItem };
  }

  it('are at most a minute old, in a few statements for thousands, and an idle fleet writes nothing', async () => {
    const connections = await links(1100);
    const { checkpoints, reportItem } = someCheckpoints();
    reportItem(connections, 'a');
    expect(await statementsOf(checkpoints.flush)).toBeLessThan(20);
    expect((await readStoredReports(connections)).every((report) => report?.itemId === 'a')).toBe(true);
    // Ten seconds are too early. After fifty seconds, the report is stored although nothing else changed.
    test.clock.offsetMs += 10_000;
    reportItem(connections, 'b');
    expect(await statementsOf(checkpoints.flush)).toBe(0);
    test.clock.offsetMs += 40_000;
    await checkpoints.flush();
    expect((await readStoredReports(connections)).every((report) => report?.itemId === 'b')).toBe(true);
    test.clock.offsetMs += 3_600_000;
    expect(await statementsOf(checkpoints.flush)).toBe(0);
  });

  it('are completed after the database was unavailable', async () => {
    const connections = await links(1);
    const { checkpoints, reportItem } = someCheckpoints();
    reportItem(connections, 'a');
    const away = vi.spyOn(test.db, 'transaction').mockImplementation(() => {
      throw new Error('the database is away');
    });
    await checkpoints.flush();
    away.mockRestore();
    expect(await readStoredReports(connections)).toEqual([null]);
    await checkpoints.flush();
    expect(await readStoredReports(connections)).toMatchObject([{ itemId: 'a' }]);
  });
});
