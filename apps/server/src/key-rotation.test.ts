/** Rotation of the server keys of a running installation, with values of each module that stores encrypted ones. */
import { randomBytes } from 'node:crypto';
import { copyFile, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Source } from '@vitrine/contract/sources';
import type { Webhook } from '@vitrine/contract/webhooks';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ftpModule } from './modules/ftp/index.ts';
import { type RotationStep, rotateServerKeys } from './platform/security/rotate-server-keys.ts';
import { parseServerKey, parseServerKeys } from './platform/security/server-key.ts';
import { type KeySource, openServerKeys } from './platform/security/server-keys.ts';
import { aLink, type Visitor } from './testing/album-links.ts';
import { anAlbum, aPerson, type TestPerson } from './testing/builders.ts';
import { addSecondFactor, type TestSecondFactor } from './testing/second-factors.ts';
import { createTestApp, type TestApp } from './testing/test-app.ts';
import { openSameDatabase } from './testing/test-database.ts';
import { MODULES } from './wiring.ts';

/** Keys that sign or that encrypt what lives for minutes. Their values stay. */
const FIXED_KEYS = [
  'album-links',
  'captchas',
  'company-sign-in',
  'media-cookie',
  'passkey-challenges',
  'sealed-passwords',
  'server-key',
  'server-move',
];
const encrypted = MODULES.flatMap(({ encryptedColumns = [] }) => encryptedColumns);

let test: TestApp;
let ana: TestPerson;
let factor: TestSecondFactor;
let ftpPassword: string;
let link: Visitor;
beforeEach(async () => {
  test = await createTestApp();
  ana = await aPerson(test);
  const made = await ana.call('POST', '/users/ftp/server', { email: ana.email });
  ftpPassword = made.json<{ result: { ftpPassword: string } }>().result.ftpPassword;
  await ana.call('POST', '/users/webhooks', { url: 'https://hooks.example.com/1', events: ['media.ready'], password: ana.password });
  await addSource('https://news.example/1.xml');
  link = await aLink(test, ana, (await anAlbum(ana))._id);
  factor = await addSecondFactor(test, ana);
});
afterEach(() => test.close());

const addSource = (address: string) => ana.call('POST', '/sources', { name: 'News', settings: { kind: 'feed' }, address });
/** Reads all encrypted values through the API of a process. */
async function readAll(process: TestApp) {
  const call = async <Result>(url: string, method: 'GET' | 'POST' = 'GET', payload?: object) => {
    const options = { method, url: `/api${url}`, headers: { authorization: ana.token }, ...(payload && { payload }) };
    const response = await process.app.inject(options);
    return { status: response.statusCode, result: response.json<{ result: Result }>().result };
  };
  const { result: list } = await call<{ sources: Source[] }>('/sources');
  const sources = await Promise.all(list.sources.map(({ _id }) => call<{ address: string }>(`/sources/${_id}`)));
  const code = factor.nextCode();
  process.clock.offsetMs = test.clock.offsetMs;
  return {
    ftp: (await process.modules.getApi(ftpModule).findByCredentials(ana.email, ftpPassword))?.userId === ana.user._id,
    webhooks: (await call<Webhook[]>('/users/webhooks')).result.map(({ url }) => url),
    sources: sources.map(({ result }) => result.address).sort(),
    hasLink: JSON.stringify((await call(`/albums/links/link/${link.link._id}/token`)).result).includes(link.token),
    stepUp: (await call('/users/step-up', 'POST', { code })).status,
  };
}

const ALL = {
  ftp: true,
  webhooks: ['https://hooks.example.com/1'],
  sources: ['https://news.example/1.xml'],
  hasLink: true,
  stepUp: 200,
};

const openPeer = () => createTestApp({}, MODULES, { databaseUrl: test.databaseUrl, dataDir: test.dataDir, storageEnv: test.storageEnv });
const keysOf = async (dataDir: string) => parseServerKeys(await readFile(path.join(dataDir, 'server.key'), 'utf8')) ?? [];

interface Trial {
  source?: KeySource;
  /** Processes that follow the rotation. */
  processes?: readonly TestApp[];
  onStep?: (step: RotationStep) => void | Promise<void>;
}

async function rotate({ source = { dataDir: test.dataDir, given: undefined }, processes = [test], onStep = () => undefined }: Trial = {}) {
  const { db, close } = openSameDatabase(test.databaseUrl);
  const waitForProcesses = async () => {
    for (const process of processes) await process.runWorkerTasks('serverKeys.refresh');
  };
  try {
    return await rotateServerKeys({ db, source, encrypted, waitForProcesses, onStep });
  } finally {
    await close();
  }
}

describe('a rotation of the server keys', () => {
  it('encrypts all stored values again while processes run, and new processes read them', async () => {
    const before = await keysOf(test.dataDir);
    const values = await readEncryptedValues();
    expect(await rotate()).toEqual({ resealed: 6, unreadable: 0 });
    expect(await readAll(test)).toEqual(ALL);
    const peer = await openPeer();
    expect(await readAll(peer)).toEqual(ALL);
    await peer.close();
    const after = await keysOf(test.dataDir);
    expect(after).toHaveLength(1);
    expect(after).not.toEqual(before);
    for (const [name, value] of Object.entries(await readEncryptedValues())) expect(value, name).not.toEqual(values[name]);
  });

  it('can be interrupted after each step, and is completed by the next one', async () => {
    const steps: RotationStep[] = [
      'keysAdded',
      'processesReady',
      'serverKeyReplaced',
      'processesSwitched',
      'valuesResealed',
      'oldKeysDeleted',
    ];
    for (const stopped of steps) {
      const stop = (step: RotationStep) => {
        if (step === stopped) throw new Error('The command was ended');
      };
      await expect(rotate({ onStep: stop })).rejects.toThrow('The command was ended');
      expect(await readAll(test), stopped).toEqual(ALL);
      const peer = await openPeer();
      expect(await readAll(peer), stopped).toEqual(ALL);
      await peer.close();
    }
    await rotate();
    expect(await readAll(test)).toEqual(ALL);
    expect(await keysOf(test.dataDir)).toHaveLength(1);
  });

  it('loses no value that processes store at each step', async () => {
    const peer = await openPeer();
    const added: string[] = [];
    const onStep = async (step: RotationStep) => {
      for (const [index, process] of [test, peer].entries()) {
        const address = `https://news.example/${step}-${index}.xml`;
        const payload = { name: 'News', settings: { kind: 'feed' }, address };
        await process.app.inject({ method: 'POST', url: '/api/sources', headers: { authorization: ana.token }, payload });
        added.push(address);
      }
      for (const process of [test, peer]) expect((await readAll(process)).sources, step).toHaveLength(added.length + 1);
    };
    await rotate({ processes: [test, peer], onStep });
    expect(added).toHaveLength(12);
    for (const process of [test, peer]) expect((await readAll(process)).sources).toEqual([...ALL.sources, ...added].sort());
    await peer.close();
  });

  it('makes the old key file useless for a copy of the database', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'vitrine-old-key-'));
    await mkdir(folder, { recursive: true });
    await copyFile(path.join(test.dataDir, 'server.key'), path.join(folder, 'server.key'));
    const oldKeys = await openServerKeys(test.db, { dataDir: folder, given: undefined });
    const oldEncryption = await oldKeys.loadEncryption('webhooks');
    await rotate();
    await expect(openServerKeys(test.db, { dataDir: folder, given: undefined })).rejects.toThrow('encrypted with another server key');
    // Nor do keys help that were read from an earlier copy of the database.
    const { encrypted_secret } = await test.db.selectFrom('webhooks').select('encrypted_secret').executeTakeFirstOrThrow();
    expect(() => oldEncryption.decrypt(encrypted_secret)).toThrow();
    await rm(folder, { recursive: true });
  });

  it('uses two keys in SERVER_KEY where there is no key file, and requires the second one', async () => {
    const [old] = await keysOf(test.dataDir);
    const dataDir = path.join(test.dataDir, 'elsewhere');
    const next = randomBytes(32);
    await expect(rotate({ source: { dataDir, given: old } })).rejects.toThrow('Put a new key in front of the old one in SERVER_KEY');
    await rotate({ source: { dataDir, given: next, former: old ? [old] : [] }, processes: [] });
    await expect(openServerKeys(test.db, { dataDir, given: old })).rejects.toThrow('another server key than SERVER_KEY');
    const keys = await openServerKeys(test.db, { dataDir, given: parseServerKey(next.toString('base64')) });
    const { encrypted_url } = await test.db.selectFrom('webhooks').select('encrypted_url').executeTakeFirstOrThrow();
    expect((await keys.loadEncryption('webhooks')).decrypt(encrypted_url)).toBe('https://hooks.example.com/1');
  });

  it('keeps the keys that sign cookies, so that users stay signed in and see their photos', async () => {
    const cookie = (await ana.call('POST', '/users/media-cookie')).cookies.find(({ name }) => name === 'vitrine_media');
    await rotate();
    const peer = await openPeer();
    const answer = await peer.app.inject({ url: '/api/uploads/unknown', headers: { cookie: `vitrine_media=${cookie?.value}` } });
    expect(answer.statusCode).toBe(404);
    await peer.close();
  });
});

it('every key either encrypts declared columns or is known to keep its value', async () => {
  const rows = await test.db.selectFrom('server_keys').select('name').execute();
  expect(rows.map(({ name }) => name).sort()).toEqual([...FIXED_KEYS, ...encrypted.map(({ key }) => key)].sort());
});

/** The stored bytes of each encrypted column. */
async function readEncryptedValues() {
  const { sealed_password } = await test.db.selectFrom('ftp_accounts').select('sealed_password').executeTakeFirstOrThrow();
  const { secret } = await test.db.selectFrom('second_factors').select('secret').executeTakeFirstOrThrow();
  const webhook = await test.db.selectFrom('webhooks').select(['encrypted_url', 'encrypted_secret']).executeTakeFirstOrThrow();
  const { encrypted_address } = await test.db.selectFrom('sources').select('encrypted_address').executeTakeFirstOrThrow();
  const { encrypted_token } = await test.db.selectFrom('album_links').select('encrypted_token').executeTakeFirstOrThrow();
  const values: Record<string, unknown> = { sealed_password, secret, ...webhook, encrypted_address, encrypted_token };
  return values;
}
