/** A screen at its old and its new address, with servers that answer by the contract. `e2e/server-move.spec.ts` has real servers and browsers. */
import { createHash, createHmac } from 'node:crypto';
import { buildMoveText, type MoveTextKind } from '@vitrine/contract/server-move-texts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Database, StoredManifest } from '../database/database.ts';
import { createMemoryDatabase } from '../database/memory-database.ts';
import { stubStorage } from '../testing/stub-storage.ts';
import { arrive } from './arrive.ts';
import { continueDeparture, createDeparture } from './depart.ts';
import { readDeparture, writeDeparture } from './departure-record.ts';
import { createMac } from './move-messages.ts';
import { isArriving } from './move-values.ts';

const OLD = 'https://old.example';
const NEW = 'https://new.example';
const MOVE_ID = '0198c0de-0000-7000-8000-000000000001';
const IDENTITY = { deviceId: 'K12345', secret: 'secret', versionCode: '1' };
const STATE = { rotation: '90', sound: 'on', plays: { sequence: 4, lost: 0 }, sealed: [] };

/** As servers compute it, from the hash that they store. */
const createServerMac = (kind: MoveTextKind, ...parts: string[]) =>
  createHmac('sha256', createHash('sha256').update(IDENTITY.secret).digest())
    .update(buildMoveText(kind, ...parts))
    .digest('hex');

interface Request {
  url: string;
  authorization: string | undefined;
  body: Record<string, string>;
}

let database: Database;
let requests: Request[];
let opened: string[];
const history = { length: 2, state: null, back: vi.fn(), replaceState: vi.fn() };

/** Answers by the end of the URL: a result, a status or null for no answer. */
type Answers = Record<string, (request: Request) => object | number | null>;
function serve(answers: Answers): void {
  vi.stubGlobal('fetch', async (url: string, init: { headers: Record<string, string>; body?: string }) => {
    const request = {
      url,
      authorization: init.headers['authorization'],
      body: init.body === undefined ? {} : (JSON.parse(init.body) as Record<string, string>),
    };
    requests.push(request);
    const [, answer] = Object.entries(answers).find(([end]) => url.endsWith(end)) ?? [];
    const given = answer?.(request) ?? null;
    if (given === null) throw new TypeError('Failed to fetch');
    return typeof given === 'number' ? Response.json({ error: true }, { status: given }) : Response.json({ error: false, result: given });
  });
}

const INSTRUCTION = { moveId: MOVE_ID, address: NEW, mac: createServerMac('instruction', IDENTITY.deviceId, MOVE_ID, NEW) };
const proof =
  (hasArrived = false, isCached = false) =>
  ({ body: { nonce = '' } }: Request) => ({
    hasArrived,
    isCached,
    mac: createServerMac('screen proof', IDENTITY.deviceId, NEW, nonce, String(hasArrived), String(isCached)),
  });

beforeEach(async () => {
  vi.useFakeTimers();
  vi.spyOn(console, 'info').mockReturnValue();
  [requests, opened] = [[], []];
  history.back.mockClear();
  database = createMemoryDatabase();
  await database.put('identity', IDENTITY, 'me');
  stubStorage();
  vi.stubGlobal('document', { documentElement: { dataset: {} } });
  vi.stubGlobal('history', history);
  vi.stubGlobal('location', { origin: OLD, pathname: '/screen', search: '', assign: (url: string) => opened.push(url) });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe('a screen at the old address', () => {
  const depart = async (isBusy = false) => {
    createDeparture({ database, isBusy: () => isBusy })(1000);
    await vi.advanceTimersByTimeAsync(2000);
  };
  const moveAnswers = { '/move': () => INSTRUCTION, '/proof': proof(), '/handovers': () => ({ ticket: 'T' }), '/failures': () => ({}) };

  it('opens the new address with a ticket after the proof of the server there', async () => {
    serve(moveAnswers);
    await depart();
    expect(opened).toEqual([`${NEW}/screen#move=T`]);
    expect(requests.map(({ url }) => url.slice(url.lastIndexOf('/move')))).toEqual(['/move', '/move/proof', '/move/handovers']);
    expect(readDeparture()).toMatchObject({ moveId: MOVE_ID, address: NEW, isDone: false });
  });

  it('ignores an address that is not from its server', async () => {
    serve({ ...moveAnswers, '/move': () => ({ ...INSTRUCTION, address: 'https://stranger.example' }) });
    await depart();
    expect(requests.map(({ url }) => url)).toEqual(['/api/screens/move']);
    expect(opened).toEqual([]);
  });

  it.each([
    ['refused', 'with a proof for another nonce', () => proof()({ url: '', authorization: '', body: { nonce: 'other' } })],
    ['refused', 'that claims more than it proves', (request: Request) => ({ ...proof()(request), hasArrived: true })],
    ['refused', 'that does not know the screen', () => 401],
    ['unreachable', 'without an answer', () => null],
    ['unreachable', 'that is overloaded', () => 503],
  ])('stays and reports “%s” when the server there is one %s', async (failure, _description, answer) => {
    serve({ ...moveAnswers, '/proof': answer });
    await depart();
    expect(opened).toEqual([]);
    expect(requests.at(-1)).toMatchObject({ url: '/api/screens/move/failures', body: { moveId: MOVE_ID, failure } });
    expect(requests.filter(({ url, authorization }) => url.startsWith(NEW) && authorization !== undefined)).toEqual([]);
  });

  it('waits while it shows an emergency message, and for some minutes after a failed move', async () => {
    serve(moveAnswers);
    await depart(true);
    writeDeparture({ deviceId: 'K12345', moveId: MOVE_ID, address: NEW, isDone: false, isCached: false, retryAt: Date.now() + 600_000 });
    await depart();
    expect(opened).toEqual([]);
    expect(requests.at(-1)?.body).toEqual({ moveId: MOVE_ID, failure: 'returned' });
  });

  it('opens the new address at its next start after it has arrived there, later also without the server', async () => {
    writeDeparture({ deviceId: 'K12345', moveId: MOVE_ID, address: NEW, isDone: false, isCached: false, retryAt: 0 });
    serve({ ...moveAnswers, '/proof': () => null });
    await continueDeparture(database);
    serve(moveAnswers);
    await continueDeparture(database);
    expect(opened).toEqual([]);
    serve({ ...moveAnswers, '/proof': proof(true, true) });
    void continueDeparture(database);
    await vi.advanceTimersByTimeAsync(100);
    serve({ ...moveAnswers, '/proof': () => null });
    void continueDeparture(database);
    await vi.advanceTimersByTimeAsync(100);
    expect(opened).toEqual([`${NEW}/screen#move=T`, `${NEW}/screen`]);
  });
});

describe('a screen at the new address', () => {
  const ARRIVAL = { deviceId: 'K12345', secret: 'secret', from: OLD, state: STATE };
  const runArrival = async () => {
    const done = arrive(database, 'T');
    await vi.advanceTimersByTimeAsync(120_000);
    await done;
  };

  it('stores the identity and the numbers of its plays', async () => {
    await database.delete('identity', 'me');
    serve({ '/arrivals': () => ARRIVAL });
    await runArrival();
    expect(await database.get('identity', 'me')).toEqual({ deviceId: 'K12345', secret: 'secret', versionCode: '' });
    expect(await database.get('told', 'plays')).toEqual({ sequence: 4, lost: 0 });
    expect([isArriving(), history.back.mock.calls.length]).toEqual([true, 0]);
  });

  it('returns in the history when the ticket is refused', async () => {
    await database.delete('identity', 'me');
    serve({ '/arrivals': () => 404 });
    await runArrival();
    expect([isArriving(), history.back.mock.calls.length]).toEqual([false, 1]);
  });

  it('keeps its identity when it is the screen of another device', async () => {
    const other = { deviceId: 'B00001', secret: 'other', versionCode: '1' };
    await database.put('identity', other, 'me');
    await database.put('adopted', { manifest: { device: {} }, deviceId: 'B00001', etag: null } as unknown as StoredManifest, 'now');
    serve({ '/arrivals': () => ARRIVAL });
    await runArrival();
    expect(await database.get('identity', 'me')).toEqual(other);
    expect(isArriving()).toBe(false);
  });
});

it('authenticates texts as the server does', () => {
  expect(createMac('secret', 'screen proof', 'a', 'b')).toBe(createServerMac('screen proof', 'a', 'b'));
  expect(createMac('secret', 'screen proof', 'a', 'b')).not.toBe(createMac('secret', 'screen proof', 'a,b'));
});
