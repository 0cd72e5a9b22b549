import { access, constants, readFile, stat, statfs } from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import zlib from 'node:zlib';
import type { Disk, PortState } from './machine.rules.ts';

const TIMEOUT_MS = 3000;

export const hasZstd = (): boolean => typeof zlib.createZstdCompress === 'function';

/** Checks the disk of the folder, or of its first existing parent. */
export async function inspectDisk(name: string, folder: string): Promise<Disk> {
  for (let at = folder; ; at = path.dirname(at)) {
    const found = await statfs(at).catch(() => undefined);
    if (!found) {
      if (at === path.dirname(at)) throw new Error(`No file system found for ${folder}`);
      continue;
    }
    const { bavail, blocks, bsize, ffree, files } = found;
    return { name, folder, freeBytes: bavail * bsize, totalBytes: blocks * bsize, freeFiles: ffree, totalFiles: files };
  }
}

export async function inspectPermissions(folder: string) {
  const found = await stat(folder).catch(() => undefined);
  if (!found) return undefined;
  const isWritable = await access(folder, constants.W_OK).then(
    () => true,
    () => false,
  );
  const user = process.getuid?.();
  // Windows has no such rights; a folder of a person there is that person's.
  return { mode: user === undefined ? 0 : found.mode, isOwn: user === undefined || found.uid === user, isWritable };
}

/** Told on Linux alone. */
export async function readOpenFilesLimit(): Promise<number | undefined> {
  const limits = await readFile('/proc/self/limits', 'utf8').catch(() => '');
  const limit = /^Max open files\s+(\d+)/m.exec(limits)?.[1];
  return limit === undefined ? undefined : Number(limit);
}

function tryToListen(host: string, port: number): Promise<PortState> {
  return new Promise((resolve) => {
    const server = net.createServer();
    server.once('error', ({ code }: NodeJS.ErrnoException) =>
      resolve(code === 'EACCES' ? 'forbidden' : code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' ? 'no such address' : 'taken'),
    );
    server.listen(port, host, () => server.close(() => resolve('free')));
  });
}

const toReachableHost = (host: string) => (host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '[::1]' : host);

async function isOwnHttpServer(host: string, port: number): Promise<boolean> {
  try {
    const answer = await fetch(`http://${toReachableHost(host)}:${port}/healthz`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    return ((await answer.json()) as { error?: unknown }).error === false;
  } catch {
    return false;
  }
}

function isOwnFtpServer(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect({ host: toReachableHost(host), port, timeout: TIMEOUT_MS });
    const end = (isOurs: boolean) => {
      socket.destroy();
      resolve(isOurs);
    };
    socket.once('error', () => end(false));
    socket.once('timeout', () => end(false));
    socket.once('data', (greeting) => end(greeting.toString().startsWith('220 Vitrine')));
  });
}

/** Port 0 is any that is free. */
export async function inspectPort(kind: 'http' | 'ftp', host: string, port: number): Promise<PortState> {
  const state = await tryToListen(host, port);
  if (state !== 'taken') return state;
  return (await (kind === 'http' ? isOwnHttpServer : isOwnFtpServer)(host, port)) ? 'ours' : 'taken';
}
