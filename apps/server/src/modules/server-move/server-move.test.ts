import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Arrival, MoveInstruction, ScreenProof, ServerMove } from '@vitrine/contract';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { hashToken } from '../../platform/security/tokens.ts';
import { aPerson, type TestPerson } from '../../testing/builders.ts';
import { insertScreens, type TestDeviceScreen } from '../../testing/device-screens.ts';
import { aStaffMember } from '../../testing/staff.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { createMac } from './server-move.rules.ts';

const SECRET = hashToken('secret');
const NONCE = '0123456789abcdef'.repeat(2);
const STATE = { rotation: '90', sound: null, plays: { sequence: 7, lost: 1 }, sealed: [] };

/** The installation is reached at its old address and at this one, as after a change of its host name. */
let address: string;
let test: TestApp;
let boss: TestPerson;
let ana: TestPerson;
let screen: TestDeviceScreen;
let code: string;

beforeAll(async () => {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  address = `http://127.0.0.1:${port}`;
  test = await createTestApp({ PUBLIC_URL: address });
  await test.app.listen({ port, host: '127.0.0.1' });
  boss = await aStaffMember(test, { is_super_admin: true });
});
afterAll(() => test.close());
beforeEach(async () => {
  ana = await aPerson(test);
  [screen = expect.fail('no screen')] = await insertScreens(test, ana, 1);
  code = screen.authorization.slice('Screen '.length).split(':')[0] ?? '';
  await test.db.updateTable('screens').set({ live_process_id: 'test' }).where('id', '=', screen.screenId).execute();
  test.nudges.length = 0;
});
afterEach(async () => {
  await test.db.deleteFrom('server_moves').execute();
  await test.db.deleteFrom('devices').execute();
  await test.db.deleteFrom('screens').execute();
});

let clientNumber = 0;
/** Each request comes from another network, because starts are limited by network. */
const start = (to = address, person = boss) =>
  test.app.inject({
    method: 'POST',
    url: '/api/console/server-move',
    headers: { authorization: person.token },
    remoteAddress: `10.1.${clientNumber >> 8}.${clientNumber++ & 255}`,
    payload: { address: to },
  });
const read = async () => (await boss.call('GET', '/console/server-move')).json<{ result: ServerMove }>().result;
const callAsScreen = (method: 'GET' | 'POST' | 'PUT', url: string, payload?: object, headers: object = {}) =>
  test.app.inject({
    method,
    url: `/api/screens/move${url}`,
    headers: { authorization: screen.authorization, ...headers },
    ...(payload && { payload }),
  });
const readInstruction = async () => (await callAsScreen('GET', '')).json<{ result: MoveInstruction | null }>().result;
const prove = (sent: { deviceId?: string; to?: string; key?: Buffer; mac?: string } = {}) => {
  const { deviceId = code, to = address, key = SECRET, mac = createMac(key, 'screen challenge', deviceId, to, NONCE) } = sent;
  return test.app.inject({ method: 'POST', url: '/api/screens/move/proof', payload: { deviceId, address: to, nonce: NONCE, mac } });
};
const handOver = async () =>
  (await callAsScreen('POST', '/handovers', { state: STATE }, { origin: 'https://old.example' })).json<{ result: { ticket: string } }>()
    .result.ticket;
const redeem = (ticket: string) => test.app.inject({ method: 'POST', url: '/api/screens/move/arrivals', payload: { ticket } });

describe('a move', () => {
  it('starts once out of 100 requests, is announced to screens that are online, and audited', async () => {
    const answers = await Promise.all(Array.from({ length: 100 }, () => start()));
    expect(answers.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)).toEqual([
      200,
      ...Array.from({ length: 99 }, () => 409),
    ]);
    expect(test.nudges).toContainEqual({
      namespace: 'screen',
      rooms: [`screen:${screen.screenId}`],
      event: 'move',
      payload: { withinMs: 1000 },
    });
    expect((await read()).move).toMatchObject({ address, total: 1, moved: 0, remaining: [{ deviceId: code, failure: null }] });
    expect((await boss.call('DELETE', '/console/server-move')).statusCode).toBe(200);
    expect((await boss.call('DELETE', '/console/server-move')).statusCode).toBe(404);
    const entries = await test.db
      .selectFrom('audit_entries')
      .select('action')
      .where('actor_id', '=', boss.user._id)
      .orderBy('id')
      .execute();
    expect(entries.map(({ action }) => action)).toEqual(['serverMove.start', 'serverMove.end']);
  });

  it('is announced by the next check when the online screens could not be read', async () => {
    await test.db.insertInto('server_moves').values({ id: newId(), address, spread_ms: 2000, started_at: new Date() }).execute();
    await sql`alter table screens rename column live_process_id to unavailable`.execute(test.db);
    await expect(test.runWorkerTasks('server-move.refresh')).rejects.toThrow('live_process_id');
    await sql`alter table screens rename column unavailable to live_process_id`.execute(test.db);
    await test.runWorkerTasks('server-move.refresh');
    expect(test.nudges).toContainEqual(expect.objectContaining({ event: 'move', payload: { withinMs: 2000 } }));
  });

  it('is deleted with its screens 90 days after it ended', async () => {
    const DAY_MS = 86_400_000;
    const ago = (days: number) => new Date(Date.now() - days * DAY_MS);
    const [open, recent, old] = [newId(), newId(), newId()];
    const move = { address, spread_ms: 2000, started_at: ago(100) };
    await test.db
      .insertInto('server_moves')
      .values([
        { ...move, id: open, ended_at: null },
        { ...move, id: recent, ended_at: ago(89) },
        { ...move, id: old, ended_at: ago(91) },
      ])
      .execute();
    const row = { screen_id: screen.screenId, updated_at: ago(100) };
    await test.db
      .insertInto('server_move_screens')
      .values([recent, old].map((move_id) => ({ ...row, move_id })))
      .execute();
    await test.runWorkerTasks('server-move.handovers');
    expect((await test.db.selectFrom('server_moves').select('id').execute()).map(({ id }) => id).toSorted()).toEqual(
      [open, recent].toSorted(),
    );
    expect(await test.db.selectFrom('server_move_screens').select('move_id').execute()).toEqual([{ move_id: recent }]);
  });

  it('is open to super-admins only', async () => {
    const admin = await aStaffMember(test);
    expect([(await start(address, admin)).statusCode, (await admin.call('GET', '/console/server-move')).statusCode]).toEqual([404, 404]);
    expect((await admin.call('DELETE', '/console/server-move')).statusCode).toBe(404);
  });

  it('is refused at an address without an answer, of another installation, and of a server that passes requests on', async () => {
    const other = await createTestApp();
    const foreign = await other.app.listen({ port: 0, host: '127.0.0.1' });
    const relay = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const body = Buffer.concat(chunks).toString().replaceAll(relayOrigin, address);
        void fetch(`${address}${request.url}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body }).then(
          async (answer) => response.writeHead(answer.status).end(await answer.text()),
        );
      });
    });
    await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve));
    const relayOrigin = `http://127.0.0.1:${(relay.address() as AddressInfo).port}`;
    const answers = [await start('http://127.0.0.1:9'), await start(foreign), await start(relayOrigin)];
    expect(answers.map((answer) => [answer.statusCode, answer.json<{ message: string }>().message])).toEqual([
      [409, expect.stringContaining('There is no answer at http://127.0.0.1:9')],
      [409, expect.stringContaining('isn’t this installation')],
      [409, expect.stringContaining('isn’t this installation')],
    ]);
    expect((await read()).move).toBeNull();
    relay.closeAllConnections();
    await new Promise((resolve) => relay.close(resolve));
    await other.close();
  });

  it('follows no redirect of the server at the address, and shows nothing of its answer', async () => {
    const requests: string[] = [];
    const site = createServer((request, response) => {
      requests.push(request.url ?? '');
      response.writeHead(307, { location: '/internal' }).end('a secret of the network');
    });
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
    const answer = await start(`http://127.0.0.1:${(site.address() as AddressInfo).port}`);
    expect([answer.statusCode, requests]).toEqual([409, ['/api/screens/move/servers']]);
    expect(answer.body).not.toContain('secret');
    site.closeAllConnections();
    await new Promise((resolve) => site.close(resolve));
  });

  it('names the address to a screen in a message that only its server can write', async () => {
    expect(await readInstruction()).toBeNull();
    await start();
    const instruction = await readInstruction();
    expect(instruction).toEqual({
      moveId: expect.any(String),
      address,
      mac: createMac(SECRET, 'instruction', code, instruction?.moveId ?? '', address),
    });
    await boss.call('DELETE', '/console/server-move');
    expect(await readInstruction()).toBeNull();
  });

  it('counts screens that play at the new address, and keeps the reasons of the others', async () => {
    const [second = expect.fail('no screen')] = await insertScreens(test, ana, 1);
    await start();
    const moveId = (await readInstruction())?.moveId;
    await callAsScreen('POST', '/failures', { moveId, failure: 'refused' });
    expect((await read()).move?.remaining.map(({ failure }) => failure)).toEqual(['refused', null]);
    expect((await callAsScreen('PUT', '/arrivals', { address, isCached: true })).statusCode).toBe(200);
    expect((await callAsScreen('PUT', '/arrivals', { address: 'https://other.example', isCached: true })).statusCode).toBe(404);
    test.clock.offsetMs += 20_000;
    await test.runWorkerTasks('server-move.refresh');
    const { move } = await read();
    expect(move).toMatchObject({ total: 2, moved: 1, checkedAt: expect.any(String) });
    expect(move?.remaining.map(({ _id }) => _id)).toEqual([second.deviceId]);
  });
});

describe('the proof for a screen', () => {
  it('is given only for an address of the server, and only to a screen that has the secret', async () => {
    const { result } = (await prove()).json<{ result: ScreenProof }>();
    expect(result).toEqual({
      hasArrived: false,
      isCached: false,
      mac: createMac(SECRET, 'screen proof', code, address, NONCE, 'false', 'false'),
    });
    const refused = [
      await prove({ deviceId: 'A00001' }),
      await prove({ key: hashToken('guessed') }),
      await prove({ to: 'https://other.example' }),
      // The message of another address.
      await prove({ mac: createMac(SECRET, 'screen challenge', code, 'https://other.example', NONCE) }),
      // The answer of a server sent back as a challenge.
      await prove({ mac: result.mac }),
    ];
    const bodies = refused.map((answer) => ({ ...answer.json<object>(), requestId: '' }));
    expect(refused.map(({ statusCode }) => statusCode)).toEqual([401, 401, 401, 401, 401]);
    expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1);
  });

  it('can be requested by a page of another origin', async () => {
    const preflight = await test.app.inject({
      method: 'OPTIONS',
      url: '/api/screens/move/proof',
      headers: { origin: 'https://old.example', 'access-control-request-method': 'POST' },
    });
    expect([preflight.statusCode, preflight.headers['access-control-allow-origin']]).toEqual([204, '*']);
    expect((await prove()).headers['access-control-allow-origin']).toBe('*');
    const other = await test.app.inject({ method: 'OPTIONS', url: '/api/screens/move', headers: { origin: 'https://old.example' } });
    expect(other.headers['access-control-allow-origin']).toBeUndefined();
  });
});

describe('a handover', () => {
  it('is returned once out of 100 requests, and not stored in plain', async () => {
    const ticket = await handOver();
    const rows = await test.db.selectFrom('screen_handovers').selectAll().execute();
    expect(rows).toHaveLength(1);
    expect(rows[0]?.sealed.includes('secret')).toBe(false);
    const answers = await Promise.all(Array.from({ length: 100 }, () => redeem(ticket)));
    const given = answers.filter(({ statusCode }) => statusCode === 200);
    expect(given.map((answer) => answer.json<{ result: Arrival }>().result)).toEqual([
      { deviceId: code, secret: 'secret', from: 'https://old.example', state: STATE },
    ]);
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 404]));
  });

  it('expires, and is replaced by the next one of the screen', async () => {
    const first = await handOver();
    const second = await handOver();
    expect((await redeem(first)).statusCode).toBe(404);
    test.clock.offsetMs += 300_001;
    expect((await redeem(second)).statusCode).toBe(404);
    await test.runWorkerTasks('server-move.handovers');
    expect(await test.db.selectFrom('screen_handovers').select('screen_id').execute()).toEqual([]);
  });

  it('needs the secret of the screen and the origin of its page', async () => {
    expect((await callAsScreen('POST', '/handovers', { state: STATE })).statusCode).toBe(400);
    const headers = { origin: 'https://old.example', authorization: `Screen ${code}:guessed` };
    expect((await callAsScreen('POST', '/handovers', { state: STATE }, headers)).statusCode).toBe(401);
  });
});
