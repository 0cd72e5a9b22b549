/** Staged updates of simulated screens, which call the socket handlers directly. */
import type { DeviceVersion, Rollout } from '@vitrine/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listAuditEntries } from '../../testing/audit-trail.ts';
import { aPerson, aScreen, type TestPerson } from '../../testing/builders.ts';
import { insertScreens, type TestDeviceScreen } from '../../testing/device-screens.ts';
import { openTestApp } from '../../testing/shared-test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { aZip } from '../../testing/zip-file.ts';

let test: TestApp;
let admin: TestPerson;
let owner: TestPerson;
let partner: TestPerson;

beforeAll(async () => {
  test = await openTestApp();
  owner = await aPerson(test);
  [admin, partner] = [await aPerson(test), await aPerson(test)];
  const updateAccount = (person: TestPerson, values: object) =>
    test.db.updateTable('users').set(values).where('id', '=', person.user._id).execute();
  await updateAccount(admin, { role: 'admin' });
  await updateAccount(partner, { role: 'admin', platform: 'WV' });
});
afterAll(() => test.close());

let versionCount = 0;
const aVersion = async (actor = admin, platform = 'PP'): Promise<DeviceVersion> => {
  versionCount += 1;
  const body = { name: 'Night mode', versionCode: `v${versionCount}`, url: 'https://vitrine.test/screen', platform };
  return (await actor.call('POST', '/versions', body)).json<{ result: DeviceVersion }>().result;
};

const upload = async (id: string, parts: Record<string, Buffer>, actor = admin) => {
  const form = new FormData();
  for (const [name, bytes] of Object.entries(parts)) form.append(name, new Blob([new Uint8Array(bytes)]), 'file');
  const encoded = new Response(form);
  return test.app.inject({
    method: 'POST',
    url: `/api/versions/${id}/files`,
    headers: { authorization: actor.token, 'content-type': encoded.headers.get('content-type') ?? '' },
    payload: Buffer.from(await encoded.arrayBuffer()),
  });
};

const runStep = () => test.runWorkerTasks('fleet.rollouts');
const rollouts = async (actor = admin) => (await actor.call('GET', '/rollouts')).json<{ result: Rollout[] }>().result;
const findRollout = async (id: string) => (await rollouts()).find(({ _id }) => _id === id) as Rollout;
const change = (rollout: Rollout, body: object) => admin.call('PUT', `/rollouts/${rollout._id}`, { ...body, updatedAt: rollout.updatedAt });
const start = async (versionId: string, percent: number) =>
  (await admin.call('POST', '/rollouts', { versionId, environment: 'live', percent })).json<{ result: Rollout }>().result;

const connect = (screens: TestDeviceScreen[]) =>
  Promise.all(
    screens.map(({ screenId }) =>
      test.modules.screenSockets.connected(screenId, '192.0.2.7', 'Mozilla/5.0 (Linux; Android 12; TV Box Build/1)'),
    ),
  );
const report = async (screens: TestDeviceScreen[], shell: { good: string; trial: null; bad: string[]; causes?: object }) => {
  const payload = { revision: 0, downloaded: 0, total: 0, publishId: null, itemId: null, mediaId: null, failed: [], shell };
  await Promise.all(screens.map(({ screenId }) => test.modules.screenSockets.report({ screenId }, payload)));
};
const OLD = '0'.repeat(16);

describe('files of a version', () => {
  it('are uploaded as a zip of a folder, and can be downloaded by screens only', async () => {
    const version = await aVersion();
    const zip = await aZip({
      'dist/index.html': '<p>hello',
      'dist/assets/app.js': 'run()',
      'dist/service-worker.js': 'x',
      'dist/assets/app.js.map': '{}',
      'dist/.DS_Store': 'x',
      '__MACOSX/dist/._index.html': 'x',
    });
    expect((await upload(version._id, { zip }, partner)).statusCode).toBe(404);
    const answer = await upload(version._id, { zip });
    expect(answer.json()).toMatchObject({ error: false, result: { hasFiles: true, url: `/api/screens/versions/${version._id}` } });
    expect((await listAuditEntries(test, version._id)).at(-1)).toMatchObject({ action: 'version.files', actorId: admin.user._id });
    const [screen] = await insertScreens(test, owner, 1);
    const get = (url: string) =>
      test.app.inject({
        method: 'GET',
        url: `/api/screens/versions/${version._id}${url}`,
        headers: { authorization: screen?.authorization ?? '' },
      });
    const list = (await get('')).json<{ result: { shell: string; files: { path: string }[] } }>().result;
    expect(list.files.map(({ path }) => path)).toEqual(['assets/app.js', 'index.html']);
    const file = await get('/files?path=assets/app.js');
    expect([file.body, file.headers['content-type'], file.headers['content-security-policy']]).toEqual([
      'run()',
      'application/octet-stream',
      "sandbox; default-src 'none'",
    ]);
    expect((await get('/files?path=../secrets')).statusCode).toBe(404);
  });

  it('are uploaded individually, named by their paths', async () => {
    const version = await aVersion();
    const answer = await upload(version._id, {
      '.DS_Store': Buffer.from('x'),
      'index.html': Buffer.from('<p>'),
      'assets/a.js': Buffer.from(''),
    });
    expect(answer.json()).toMatchObject({ result: { hasFiles: true } });
  });

  it.each([
    ['no page', { 'app.js': 'x' }, /don’t include an index.html/],
    ['a reserved path of the service worker', { 'index.html': 'x', 'files/a': 'x' }, /isn’t allowed/],
    ['a name with a space', { 'index.html': 'x', 'a file': 'x' }, /isn’t allowed/],
    ['more than 50 MB', { 'index.html': 'x', 'zeros.bin': '\0'.repeat(51 * 1024 * 1024) }, /50 MB/],
  ])('are refused with %s', async (_name, files, message) => {
    const answer = await upload((await aVersion())._id, { zip: await aZip(files) });
    expect([answer.statusCode, answer.json<{ message: string }>().message]).toEqual([422, expect.stringMatching(message)]);
  });

  it('are refused as a zip with paths outside of it, or as an invalid zip', async () => {
    const outside = Buffer.from(
      (await aZip({ 'index.html': 'x', 'aa/aa/evil.js': 'x' })).toString('latin1').replaceAll('aa/aa/evil.js', '../../evil.js'),
      'latin1',
    );
    for (const zip of [outside, Buffer.from('no zip')]) expect((await upload((await aVersion())._id, { zip })).statusCode).toBe(422);
  });
});

describe('a staged update', () => {
  beforeEach(async () => {
    await test.db.deleteFrom('rollouts').execute();
    await test.db.deleteFrom('devices').execute();
  });

  it('is refused for a version without files', async () => {
    const answer = await admin.call('POST', '/rollouts', { versionId: (await aVersion())._id, environment: 'live', percent: 1 });
    expect([answer.statusCode, answer.json()]).toMatchObject([
      409,
      { code: 'VERSION_REFUSED', message: expect.stringContaining('has no files') },
    ]);
  });

  it('skips a screen that was replaced, and sends the command to the new one', async () => {
    const screens = await insertScreens(test, owner, 1);
    await connect(screens);
    await report(screens, { good: OLD, trial: null, bad: [] });
    const version = await aVersion();
    await upload(version._id, { 'index.html': Buffer.from('<p>replaced') });
    const rollout = await start(version._id, 100);
    await runStep();
    expect(await findRollout(rollout._id)).toMatchObject({ told: 1 });
    const waiting = await aScreen(test);
    const { screenId = '' } = (await test.modules.resolveScreen(waiting.deviceId, waiting.secret)) ?? {};
    const [device] = screens;
    const replacedDeviceId = device?.authorization.replace(/^Screen (.*):.*$/, '$1');
    await owner.call('PUT', `/devices/${device?.deviceId}/screen`, { deviceId: waiting.deviceId, replacedDeviceId });
    const after = [{ screenId, deviceId: device?.deviceId ?? '', authorization: '' }];
    await connect(after);
    await report(after, { good: OLD, trial: null, bad: [] });
    // The first step ends the pass over the devices.
    await runStep();
    await runStep();
    expect(await findRollout(rollout._id)).toMatchObject({ state: 'running', told: 2, silent: 0, refused: 0 });
  });

  it('sends the command to a share of the screens, counts their reports, and can be extended', async () => {
    const screens = await insertScreens(test, owner, 60);
    await connect(screens);
    await report(screens, { good: OLD, trial: null, bad: [] });
    const version = await aVersion();
    await upload(version._id, { 'index.html': Buffer.from('<p>one') });
    const { shell } = await test.db.selectFrom('versions').select('shell').where('id', '=', version._id).executeTakeFirstOrThrow();
    const rollout = await start(version._id, 50);
    expect((await listAuditEntries(test, rollout._id)).at(-1)).toMatchObject({ action: 'rollout.start' });
    expect((await admin.call('POST', '/rollouts', { versionId: version._id, environment: 'live', percent: 1 })).statusCode).toBe(409);
    await runStep();
    const first = await findRollout(rollout._id);
    expect(first.told).toBe(first.reachable);
    expect(first.told).toBeGreaterThan(10);
    expect(first.told).toBeLessThan(50);
    await report(screens, { good: shell ?? '', trial: null, bad: [] });
    await runStep();
    expect(await findRollout(rollout._id)).toMatchObject({ running: first.told, state: 'running', fallenBack: 0 });
    const { statusCode } = await change(first, { percent: 10 });
    expect(statusCode).toBe(409);
    expect((await change(await findRollout(rollout._id), { percent: 100 })).statusCode).toBe(200);
    // Screens that already play it receive no command.
    await runStep();
    expect(await findRollout(rollout._id)).toMatchObject({ told: screens.length, running: screens.length });
    expect((await change(first, { state: 'ended' })).json()).toMatchObject({ code: 'VERSION_CHANGED' });
    expect((await admin.call('DELETE', `/versions/${version._id}`)).statusCode).toBe(409);
    expect((await change(await findRollout(rollout._id), { state: 'ended' })).statusCode).toBe(200);
    expect(await rollouts(partner)).toEqual([]);
  });

  it('is not offered to screens on which the version has failed before', async () => {
    const screens = await insertScreens(test, owner, 3);
    const [inRollout = [], byItself = [], never = []] = screens.map((screen) => [screen]);
    await connect(screens);
    await report(screens, { good: OLD, trial: null, bad: [] });
    const version = await aVersion();
    await upload(version._id, { 'index.html': Buffer.from('<p>fails') });
    const { shell } = await test.db.selectFrom('versions').select('shell').where('id', '=', version._id).executeTakeFirstOrThrow();
    const failed = { good: OLD, trial: null, bad: [shell ?? ''], causes: { [shell ?? '']: 'It did not play within 90 seconds.' } };
    const first = await start(version._id, 100);
    await runStep();
    await report(inRollout, failed);
    await runStep();
    expect(await findRollout(first._id)).toMatchObject({ told: 3, fallenBack: 1 });
    await change(await findRollout(first._id), { state: 'ended' });
    // Another version has played since, so the screen no longer lists the failed one.
    await report(inRollout, { good: '1'.repeat(16), trial: null, bad: [] });
    await report(byItself, failed);
    const second = await start(version._id, 100);
    await runStep();
    expect(await findRollout(second._id)).toMatchObject({ told: 1, fallenBack: 0, reachable: 1 });
    const told = await test.db.selectFrom('rollout_screens').select('screen_id').where('rollout_id', '=', second._id).execute();
    expect(told).toEqual([{ screen_id: never[0]?.screenId }]);
    const device = (await owner.call('GET', `/devices/${byItself[0]?.deviceId}`)).json<{ result: { screen: object } }>().result;
    expect(device.screen).toMatchObject({ failedVersions: [shell], failureCauses: failed.causes });
  });

  it('stops automatically when screens return to the previous version, and notifies administrators', async () => {
    const screens = await insertScreens(test, owner, 20);
    await connect(screens);
    const version = await aVersion();
    await upload(version._id, { 'index.html': Buffer.from('<p>broken') });
    const { shell } = await test.db.selectFrom('versions').select('shell').where('id', '=', version._id).executeTakeFirstOrThrow();
    const rollout = await start(version._id, 100);
    await runStep();
    await report(screens.slice(0, 3), { good: OLD, trial: null, bad: [shell ?? ''] });
    await runStep();
    const stopped = await findRollout(rollout._id);
    expect(stopped).toMatchObject({ state: 'stopped', fallenBack: 3, reason: expect.stringContaining('rolled back') });
    const notifications = await test.db.selectFrom('notifications').select('body').where('user_id', '=', admin.user._id).execute();
    expect(notifications.map(({ body }) => body)).toEqual([expect.stringContaining('was stopped')]);
    // Screens that are silent for ten minutes count as failed.
    test.clock.offsetMs += 11 * 60_000;
    await runStep();
    expect((await findRollout(rollout._id)).silent).toBeGreaterThan(0);
  });
});
