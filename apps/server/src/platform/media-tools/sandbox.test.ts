import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { aJpeg } from '../../testing/media-files.ts';
import { spawnLimited } from './limited-spawn.ts';
import { createMediaTools } from './media-tools.ts';
import { findSandbox } from './sandbox.ts';
import { openSandboxFolder } from './sandbox-folder.ts';

const log = pino({ level: 'silent' });
const limits = { memoryBytes: 1e9, fileBytes: 1e6 };
const isRoot = process.getuid?.() === 0;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'vitrine-sandbox-'));
});
afterAll(() => rm(folder, { recursive: true }));

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Lists the child processes of this process. */
const listChildren = async (): Promise<string[]> =>
  (await readFile(`/proc/self/task/${process.pid}/children`, 'utf8')).split(' ').filter((pid) => pid !== '');

async function read(stream: AsyncIterable<Buffer> | null): Promise<string> {
  let text = '';
  for await (const chunk of stream ?? []) text += chunk.toString();
  return text;
}

describe.runIf(process.platform === 'linux')('a program with an untrusted file', () => {
  it('ends with its parent, even after a SIGKILL', async () => {
    const source = pathToFileURL(path.join(import.meta.dirname, 'limited-spawn.ts')).href;
    const script = `
      const { spawnLimited } = await import(${JSON.stringify(source)});
      const child = spawnLimited(['/bin/sleep', '600'], { memoryBytes: 1e9, fileBytes: 1e6 }, { stdio: ['ignore', 'pipe', 'pipe'] });
      console.log(child.pid);
      setInterval(() => undefined, 1000);`;
    const parent = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'ignore'] });
    const pid = await new Promise<number>((resolve) => parent.stdout.once('data', (line) => resolve(Number(line))));
    expect(isAlive(pid)).toBe(true);
    parent.kill('SIGKILL');
    await vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: 10_000 });
  });

  it('leaves no watcher process behind when it ends normally', async () => {
    const child = spawnLimited(['/bin/sh', '-c', 'echo $PPID; echo $$'], limits, { stdio: ['ignore', 'pipe', 'ignore'] });
    const closed = new Promise((resolve) => child.once('close', resolve));
    expect(await read(child.stdout)).toBe(`${process.pid}\n${child.pid}\n`);
    // Both ends of the watcher's pipe are closed only once it has ended.
    await closed;
  });

  it('gains no privileges, has no network, and runs without privileges when the server is root', async () => {
    const { restrictedUserCommand, user } = findSandbox(log);
    const child = spawnLimited(['/bin/sh', '-c', 'cat /proc/self/status /proc/self/net/dev'], limits, {
      stdio: ['ignore', 'pipe', 'ignore'],
      wrapperCommand: restrictedUserCommand,
    });
    const status = await read(child.stdout);
    if (restrictedUserCommand.some((part) => part.endsWith('setpriv'))) expect(status).toMatch(/NoNewPrivs:\t1/);
    if (restrictedUserCommand.some((part) => part.endsWith('unshare'))) expect(status).not.toMatch(/eth|ens|enp|wlan/);
    if (user !== undefined) expect(status).toMatch(new RegExp(`Uid:\t${user}\t${user}\t${user}\t${user}`));
    if (user !== undefined) expect(status).toMatch(/CapEff:\t0+\n/);
  });

  it('from our code drops its rights before it opens a file', async () => {
    const tools = createMediaTools({ ffmpegPath: undefined, log });
    const source = path.join(folder, 'photo.jpg');
    await writeFile(source, await aJpeg(), { mode: 0o600 });
    expect(await tools.images.probe({ source, format: 'jpeg' })).toMatchObject({ width: 640 });
    const { user } = findSandbox(log);
    const statuses = await Promise.all((await listChildren()).map((pid) => readFile(`/proc/${pid}/status`, 'utf8')));
    const decoders = statuses.filter((status) => /NoNewPrivs:\t1/.test(status));
    if (user !== undefined) expect(decoders.map((status) => /^Uid:\t(\d+)/m.exec(status)?.[1])).toContain(String(user));
    await tools.stop();
  });
});

describe.runIf(isRoot)('the folder of a tool', () => {
  const USER = 64_990;

  it('returns a file with the server’s ownership, and leaves nothing behind', async () => {
    const room = await openSandboxFolder(folder, USER);
    const source = path.join(folder, 'source');
    await writeFile(source, 'picture');
    const lent = await room.shareFiles({ source, target: path.join(folder, 'made') });
    const inside = room.folder ?? '';
    expect(await readFile(path.join(inside, path.basename(lent.args.source)), 'utf8')).toBe('picture');
    await writeFile(path.join(inside, path.basename(lent.args.target ?? '')), 'copy');
    await lent.collectOutput();
    await lent.clear();
    expect(await readFile(path.join(folder, 'made'), 'utf8')).toBe('copy');
    expect(await readdir(inside)).toEqual([]);
    await room.close();
  });

  it('returns no link to files of others', async () => {
    const room = await openSandboxFolder(folder, USER);
    const target = path.join(folder, 'stolen');
    const lent = await room.shareFiles({ source: path.join(folder, 'source'), target });
    await symlink('/etc/shadow', path.join(room.folder ?? '', path.basename(lent.args.target ?? '')));
    await expect(lent.collectOutput()).rejects.toThrow('no file of its own');
    expect(await readdir(folder)).not.toContain('stolen');
    await room.close();
  });
});
