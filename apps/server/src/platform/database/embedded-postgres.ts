/**
 * Launches the embedded PostgreSQL. States: stopped -> starting -> running -> stopped.
 * A server left behind by a killed parent is adopted; a server that dies is restarted on
 * the same port, so that the pool finds it. The data folder's name carries the major version.
 */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, lstatSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import { findPostgresPrograms, type PostgresPrograms } from './postgres-binaries.ts';
import { assertSameMajorVersion, EMBEDDED_MAJOR } from './postgres-version.ts';
import { findRunningServer, isProcessAlive, removeStalePidFile } from './postmaster-pid.ts';

export interface EmbeddedPostgres {
  url: string;
  /** True when a server that was already running on the folder was taken over. */
  adopted: boolean;
  stop(): Promise<void>;
}

interface Settings {
  password: string;
  port?: number;
}

const SETTINGS_FILE = 'postgres.json';
const START_TIMEOUT_MS = 60_000;
/** Polling only reads a small file, so it may be frequent. */
const POLL_INTERVAL_MS = 5;
const RETRY_AFTER_MS = 50;
const SUPERVISE_INTERVAL_MS = 2000;
const environment = { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', LC_ALL: 'C', TZ: 'UTC' };
/** Without processes that read ahead and that replicate, because each takes memory and the database of one machine needs neither. */
const processSettings = ['io_method=sync', 'max_logical_replication_workers=0'];
/** Shared memory that PostgreSQL touches completely, whether it needs it or not: 5 MB for reading ahead by default, and 8 MB of WAL. */
const bufferSettings = ['io_max_concurrency=1', 'wal_buffers=2MB'];
const serverSettings = ['shared_buffers=256MB', 'max_connections=80', 'log_min_messages=error', ...processSettings, ...bufferSettings];
const durableSettings = ['fsync=on', 'synchronous_commit=on'];
const disposableSettings = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];

interface StartOptions {
  /** For test databases: faster, but writes are lost in a power cut. */
  isDisposable?: boolean;
}

/** Starts PostgreSQL on the folder and waits until it accepts connections. */
export async function startEmbeddedPostgres(dataDir: string, log: Logger, options?: StartOptions): Promise<EmbeddedPostgres> {
  return (await launchEmbeddedPostgres(dataDir, options)).ready(log);
}

export interface LaunchedPostgres {
  /** Waits until the server accepts connections. */
  ready(log: Logger): Promise<EmbeddedPostgres>;
}

/** Starts PostgreSQL and returns immediately, so that the caller can load the rest of the program during its recovery. */
export async function launchEmbeddedPostgres(dataDir: string, { isDisposable = false }: StartOptions = {}): Promise<LaunchedPostgres> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  assertSameMajorVersion(dataDir);
  const settingsFile = path.join(dataDir, SETTINGS_FILE);
  const programs = findPostgresPrograms(dataDir);
  const folder = openDatabaseFolder(dataDir, programs);
  if (!existsSync(folder)) initialise(programs, folder, settingsFile);
  const settings = JSON.parse(readFileSync(settingsFile, 'utf8')) as Settings;

  const files = { programs, folder, settingsFile, isDisposable };
  const isRunning = settings.port !== undefined && (await acceptsConnections(settings));
  const launched = isRunning ? undefined : await launch(files, settings);
  return { ready: (log) => supervise(files, settings, launched, log) };
}

/** Returns the path of the database's folder, and links to it from the data folder when it lies elsewhere. */
function openDatabaseFolder(dataDir: string, { home, owner }: PostgresPrograms): string {
  const name = `postgres-${EMBEDDED_MAJOR}`;
  const [folder, link] = [path.join(home, name), path.join(dataDir, name)];
  if (folder !== link) {
    const found = lstatSync(link, { throwIfNoEntry: false });
    if (found?.isDirectory())
      throw new Error(
        `PostgreSQL does not run as root, and its user cannot enter ${link}. Move the data folder to one that other users can enter, such as /srv/vitrine, and set DATA_DIR to it.`,
      );
    if (!found) symlinkSync(folder, link);
  }
  // The database was created on a machine with user namespaces, and this machine has none.
  if (owner && existsSync(folder) && lstatSync(folder).uid !== owner.uid)
    execFileSync('chown', ['-R', `${owner.uid}:${owner.gid}`, folder]);
  return folder;
}

interface Files {
  programs: PostgresPrograms;
  folder: string;
  settingsFile: string;
  isDisposable: boolean;
}

async function supervise(files: Files, settings: Settings, launched: Launched | undefined, log: Logger): Promise<EmbeddedPostgres> {
  let child = launched && (await waitUntilReady(files, settings, launched));
  let stopping = false;
  const supervisor = setInterval(async () => {
    if (stopping || findRunningServer(files.folder)) return;
    log.error('the embedded PostgreSQL stopped; restarting it');
    stopping = true;
    try {
      child = await waitUntilReady(files, settings, await launch(files, settings));
    } catch (error) {
      log.fatal({ err: error }, 'could not restart the embedded PostgreSQL');
    }
    stopping = false;
  }, SUPERVISE_INTERVAL_MS);
  supervisor.unref();

  return {
    url: connectionUrl(settings),
    adopted: child === undefined,
    async stop() {
      clearInterval(supervisor);
      stopping = true;
      const pid = child?.pid ?? findRunningServer(files.folder)?.pid;
      if (pid === undefined || !isProcessAlive(pid)) return;
      process.kill(pid, 'SIGINT');
      while (isProcessAlive(pid) && child?.exitCode === (child ? null : undefined)) await sleep(20);
    },
  };
}

function initialise(programs: PostgresPrograms, folder: string, settingsFile: string): void {
  // Created under another name and renamed when complete, so that an interrupted initdb is never mistaken for a database.
  const unfinished = `${folder}.new`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { mode: 0o700 });
  const password = randomBytes(18).toString('base64url');
  const passwordFile = path.join(os.tmpdir(), `vitrine-${randomBytes(6).toString('hex')}`);
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (programs.owner) for (const file of [unfinished, passwordFile]) chownSync(file, programs.owner.uid, programs.owner.gid);
  const locale = ['-E', 'UTF8', '--locale-provider=icu', '--icu-locale=und', '--no-locale'];
  const { file, args } = programs.wrapCommand('initdb', [
    '-D',
    unfinished,
    '-U',
    'vitrine',
    '-A',
    'scram-sha-256',
    '--pwfile',
    passwordFile,
    ...locale,
    '--no-instructions',
  ]);
  const result = spawnSync(file, args, { ...programs.owner, cwd: '/', env: environment, encoding: 'utf8' });
  rmSync(passwordFile, { force: true });
  if (result.error) throw new Error(`initdb did not run: ${result.error.message}`, { cause: result.error });
  if (result.status !== 0) throw new Error(`initdb failed: ${result.stderr}${result.stdout}`);
  replaceFile(settingsFile, JSON.stringify({ password } satisfies Settings));
  renameSync(unfinished, folder);
}

interface Launched {
  child: ChildProcess;
  /** Returns the last lines of the server's log. */
  readLastOutput(): string;
}

async function launch({ programs, folder, isDisposable }: Files, settings: Settings): Promise<Launched> {
  removeStalePidFile(folder);
  settings.port = await findFreePort(settings.port);
  const allSettings = [...serverSettings, ...(isDisposable ? disposableSettings : durableSettings)];
  const flags = allSettings.flatMap((setting) => ['-c', setting]);
  const { file, args } = programs.wrapCommand('postgres', [
    '-D',
    folder,
    '-h',
    '127.0.0.1',
    '-p',
    String(settings.port),
    '-k',
    '',
    ...flags,
  ]);
  // Detached, so that Ctrl-C only reaches this process, which then stops the server in order.
  const child = spawn(file, args, { ...programs.owner, cwd: '/', env: environment, stdio: ['ignore', 'ignore', 'pipe'], detached: true });
  let lastOutput = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    lastOutput = (lastOutput + chunk.toString()).slice(-4000);
  });
  child.on('error', (error) => {
    lastOutput += error.message;
  });
  return { child, readLastOutput: () => lastOutput };
}

/**
 * Waits until the server accepts connections, and relaunches it while a killed server is still exiting. Returns undefined when a server that
 * was still starting when its parent was killed is adopted.
 */
async function waitUntilReady(files: Files, settings: Settings, launched: Launched): Promise<ChildProcess | undefined> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  for (let { child, readLastOutput } = launched; ; ) {
    const isRunning = child.exitCode === null && child.signalCode === null && child.pid !== undefined;
    const running = findRunningServer(files.folder);
    if (running?.isReady && (running.pid === child.pid || !isRunning)) {
      settings.port = running.port;
      replaceFile(files.settingsFile, JSON.stringify(settings));
      return running.pid === child.pid ? child : undefined;
    }
    if (Date.now() > deadline) throw new Error(`PostgreSQL couldn’t start: ${readLastOutput()}`);
    await sleep(isRunning ? POLL_INTERVAL_MS : RETRY_AFTER_MS);
    if (!isRunning && !running) ({ child, readLastOutput } = await launch(files, settings));
  }
}

const connectionUrl = (settings: Settings) => `postgres://vitrine:${settings.password}@127.0.0.1:${settings.port}/postgres`;

/** Returns the address of the server running on this data folder, regardless of what started it; undefined when no server runs. */
export async function findEmbeddedPostgres(dataDir: string): Promise<string | undefined> {
  const settingsFile = path.join(dataDir, SETTINGS_FILE);
  if (!existsSync(settingsFile)) return undefined;
  const settings = JSON.parse(readFileSync(settingsFile, 'utf8')) as Settings;
  return settings.port !== undefined && (await acceptsConnections(settings)) ? connectionUrl(settings) : undefined;
}

async function acceptsConnections(settings: Settings): Promise<boolean> {
  const client = new pg.Client({ connectionString: connectionUrl(settings), connectionTimeoutMillis: 2000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
}

/** Returns the previous port if it is still free, otherwise any free port. */
function findFreePort(wanted = 0): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = net.createServer();
    probe.once('error', (error) => (wanted === 0 ? reject(error) : resolve(findFreePort())));
    probe.listen(wanted, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : wanted));
    });
  });
}

function replaceFile(file: string, text: string): void {
  writeFileSync(`${file}.new`, text, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}
