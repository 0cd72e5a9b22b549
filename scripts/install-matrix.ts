/**
 * Installs and starts the product from a fresh clone with several versions of Node and npm, as root, as root without user namespaces and as an ordinary user:
 * `npm run test:install`, or `npm run test:install -- "ordinary user"` for the cases whose name contains the text. Needs root, git and the npm registry.
 */
import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../e2e/product.ts';

const NODE_VERSIONS = ['20', '22', '24'];
const NPM_VERSIONS = ['10', '11'];
const READY_LIMIT_MS = 60_000;
const NOBODY_ID = 65_534;
type User = 'root' | 'root without user namespaces' | 'ordinary user';

const work = mkdtempSync(path.join(os.tmpdir(), 'vitrine-installs-'));
chmodSync(work, 0o755);
const checkout = path.join(work, 'clone');
execFileSync('git', ['clone', '--quiet', '--depth', '1', `file://${path.join(import.meta.dirname, '..')}`, checkout]);

/** Installs one version of a package from npm and returns its folder. */
function fetchPackage(name: string, version: string): string {
  const prefix = path.join(work, `${name}-${version}`);
  mkdirSync(prefix);
  execFileSync('npm', ['install', '--silent', '--no-save', '--prefix', prefix, `${name}@${version}`], { stdio: 'inherit' });
  return path.join(prefix, 'node_modules', name);
}

/** Creates a folder for the PATH with this Node as `node` and this npm as `npm`. */
function makePath(node: string, npm: string): string {
  const folder = mkdtempSync(path.join(work, 'path-'));
  chmodSync(folder, 0o755);
  const nodeFile = path.join(fetchedNodes.get(node) ?? '', 'bin/node');
  const npmFile = path.join(fetchedNpms.get(npm) ?? '', 'bin/npm-cli.js');
  writeFileSync(path.join(folder, 'node'), `#!/bin/sh\nexec ${nodeFile} "$@"\n`, { mode: 0o755 });
  writeFileSync(path.join(folder, 'npm'), `#!/bin/sh\nexec ${nodeFile} ${npmFile} "$@"\n`, { mode: 0o755 });
  return folder;
}

async function assertStarts(folder: string, PATH: string, user: User): Promise<void> {
  const env = { ...process.env, PATH, HOME: work, PORT: String(await freePort()), FTP_PORT: String(await freePort()) };
  const identity = user === 'ordinary user' ? { uid: NOBODY_ID, gid: NOBODY_ID } : {};
  const child = spawn('npm', ['start'], { cwd: folder, env, ...identity, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = new Promise((resolve) => child.once('exit', resolve));
  try {
    const deadline = Date.now() + READY_LIMIT_MS;
    for (;;) {
      const isReady = await fetch(`http://localhost:${env.PORT}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      );
      if (isReady) return;
      if (Date.now() > deadline || child.exitCode !== null) throw new Error(`not ready:\n${output}`);
      await sleep(200);
    }
  } finally {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGINT');
    await ended;
  }
}

async function tryInstall(node: string, npm: string, user: User): Promise<void> {
  const folder = mkdtempSync(path.join(work, 'install-'));
  cpSync(checkout, folder, { recursive: true });
  chmodSync(folder, 0o755);
  let PATH = `${makePath(node, npm)}:/usr/bin:/bin:/usr/sbin:/sbin`;
  execFileSync('npm', ['ci', '--silent'], { cwd: folder, env: { ...process.env, PATH, HOME: work }, stdio: 'inherit' });
  if (user === 'ordinary user') execFileSync('chown', ['-R', `${NOBODY_ID}:${NOBODY_ID}`, folder]);
  if (user === 'root without user namespaces') {
    const overrides = mkdtempSync(path.join(work, 'unshare-'));
    writeFileSync(path.join(overrides, 'unshare'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
    PATH = `${overrides}:${PATH}`;
  }
  await assertStarts(folder, PATH, user);
  execFileSync(path.join(folder, 'node_modules/.bin/node'), ['--version']);
  rmSync(folder, { recursive: true });
}

const fetchedNodes = new Map(NODE_VERSIONS.map((version) => [version, fetchPackage(`node-${process.platform}-${process.arch}`, version)]));
const fetchedNpms = new Map(NPM_VERSIONS.map((version) => [version, fetchPackage('npm', version)]));
const cases: { node: string; npm: string; user: User }[] = [
  ...NODE_VERSIONS.flatMap((node) => NPM_VERSIONS.map((npm) => ({ node, npm, user: 'root' as const }))),
  { node: '22', npm: '10', user: 'ordinary user' },
  { node: '24', npm: '11', user: 'root without user namespaces' },
];
const [text = ''] = process.argv.slice(2);
const selected = cases
  .map((entry) => ({ ...entry, name: `Node ${entry.node}, npm ${entry.npm}, as ${entry.user}` }))
  .filter(({ name }) => name.includes(text));
let failed = 0;
for (const { node, npm, user, name } of selected) {
  try {
    await tryInstall(node, npm, user);
    console.log(`✓ ${name}`);
  } catch (error) {
    failed++;
    console.log(`✗ ${name}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
rmSync(work, { recursive: true, force: true });
console.log(`${selected.length - failed} passed, ${failed} failed`);
process.exit(failed === 0 && selected.length > 0 ? 0 : 1);
