import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '../../config/config.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { parseServerKey } from './server-key.ts';
import { openServerKeys } from './server-keys.ts';

let database: TestDatabase;
let root: string;
beforeEach(async () => {
  database = await createTestDatabase();
  root = await mkdtemp(path.join(os.tmpdir(), 'vitrine-keys-'));
});
afterEach(async () => {
  await database.close();
  await rm(root, { recursive: true, force: true });
});

const open = (folder: string, given?: Buffer) => openServerKeys(database.db, { dataDir: path.join(root, folder), given });
const rows = () => database.db.selectFrom('server_keys').select(['name', 'secret', 'wrapped_by']).orderBy('name').execute();
/** Stores keys like the previous version. */
const addPlain = (name: string, secret: Buffer) =>
  database.db
    .insertInto('server_keys')
    .values({ name, secret })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();

describe('server keys', () => {
  it('are the same for all processes with the same data folder, also when these start at the same time', async () => {
    const started = await Promise.all(Array.from({ length: 8 }, () => open('one')));
    const keys = await Promise.all(started.map((each) => each.load('captchas')));
    expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(1);
    expect(await (await open('one')).load('media-cookie')).not.toEqual(keys[0]);
    expect((await stat(path.join(root, 'one', 'server.key'))).mode & 0o777).toBe(0o600);
  });

  it('are not in the database: neither a key nor its encryption key is in any row', async () => {
    const key = await (await open('one')).load('ftp-passwords');
    const file = parseServerKey(await readFile(path.join(root, 'one', 'server.key'), 'utf8'));
    for (const { secret } of await rows()) {
      expect(secret.includes(key)).toBe(false);
      expect(secret.includes(file ?? '')).toBe(false);
    }
  });

  it('of an earlier version are encrypted at the first start and stay the same', async () => {
    const secrets = { captchas: randomBytes(32), 'ftp-passwords': randomBytes(32) };
    for (const [name, secret] of Object.entries(secrets)) await addPlain(name, secret);
    const keys = await open('one');
    for (const [name, secret] of Object.entries(secrets)) expect(await keys.load(name)).toEqual(secret);
    for (const { secret, wrapped_by } of await rows()) {
      expect(wrapped_by).not.toBe(null);
      for (const plain of Object.values(secrets)) expect(secret.includes(plain)).toBe(false);
    }
  });

  it('are refused to the previous version, which would use encrypted bytes as keys', async () => {
    await (await open('one')).load('captchas');
    await expect(addPlain('captchas', randomBytes(32))).rejects.toThrow('This database belongs to another version of Vitrine');
  });

  it('cannot be exchanged for each other in the database', async () => {
    const keys = await open('one');
    await Promise.all([keys.load('captchas'), keys.load('media-cookie')]);
    const { secret } = await database.db
      .selectFrom('server_keys')
      .select('secret')
      .where('name', '=', 'captchas')
      .executeTakeFirstOrThrow();
    await database.db.updateTable('server_keys').set({ secret }).where('name', '=', 'media-cookie').execute();
    await expect(keys.load('media-cookie')).rejects.toThrow();
  });
});

describe('a process of the same database', () => {
  it('starts with the key of the first process in SERVER_KEY, and is refused with another or without one', async () => {
    const key = await (await open('one')).load('captchas');
    const file = await readFile(path.join(root, 'one', 'server.key'), 'utf8');
    expect(await (await open('other', parseServerKey(file))).load('captchas')).toEqual(key);
    await expect(open('other')).rejects.toThrow(
      /there is neither SERVER_KEY nor .*server\.key\. All processes of one database need the same key/,
    );
    await expect(open('other', randomBytes(32))).rejects.toThrow('This database is encrypted with another server key than SERVER_KEY.');
    await expect(stat(path.join(root, 'other', 'server.key'))).rejects.toThrow('ENOENT');
  });

  it('is refused when another data folder created its key at the same time', async () => {
    const started = await Promise.allSettled(['one', 'two', 'three'].map((folder) => open(folder)));
    expect(started.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(new Set((await rows()).map(({ wrapped_by }) => wrapped_by)).size).toBe(1);
  });

  it('reports a damaged key file by name', async () => {
    await open('one');
    await writeFile(path.join(root, 'one', 'server.key'), 'nonsense');
    await expect(open('one')).rejects.toThrow(/server\.key is damaged/);
  });
});

it('SERVER_KEY accepts 32 bytes in base64 or hexadecimal, and nothing else', () => {
  const key = randomBytes(32);
  for (const encoding of ['base64', 'base64url', 'hex'] as const)
    expect(readConfig({ SERVER_KEY: key.toString(encoding) }).serverKey).toEqual(key);
  for (const wrong of ['secret', randomBytes(31).toString('base64'), randomBytes(33).toString('base64'), 'g'.repeat(64)])
    expect(() => readConfig({ SERVER_KEY: wrong })).toThrow('SERVER_KEY');
});
