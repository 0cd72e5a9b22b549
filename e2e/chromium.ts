import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';

/** What every run needs: no sandbox (CI is root), no GPU, and no calls to the browser's maker. */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--autoplay-policy=no-user-gesture-required',
  // An address that is not this computer's own, as a wall has it.
  '--host-resolver-rules=MAP *.vitrine.test 127.0.0.1',
];

/** CHROMIUM, else the system's, else the one inside an npm package. */
export async function findChromium(): Promise<string> {
  const given = process.env['CHROMIUM'] ?? ['/usr/bin/chromium', '/usr/bin/google-chrome'].find((file) => existsSync(file));
  return given ?? packaged();
}

/**
 * For the journeys: CHROMIUM, else the headless shell inside an npm package, which has binaries for one kind of machine. It has no
 * window, tabs or extensions, so journeys take a third less processor time in it than in a full Chromium, and its version is the same everywhere.
 */
export async function findHeadlessShell(): Promise<string> {
  const hasPackage = process.platform === 'linux' && process.arch === 'x64';
  return process.env['CHROMIUM'] ?? (hasPackage ? packaged() : findChromium());
}

async function packaged(): Promise<string> {
  // Named so, the package also unpacks the shared libraries that a bare machine lacks.
  if (!hasLibraries()) process.env['AWS_EXECUTION_ENV'] = `AWS_Lambda_nodejs${process.versions.node.split('.')[0]}.x`;
  return unpack();
}

/** In this checkout and not in the machine's temporary folder, where the package would take whatever another user has put there. */
async function unpack(): Promise<string> {
  const folder = path.join(import.meta.dirname, '../node_modules/.cache/chromium');
  mkdirSync(folder, { recursive: true });
  const { TMPDIR } = process.env;
  process.env['TMPDIR'] = folder;
  try {
    const { default: bundled } = await import('@sparticuz/chromium');
    return await bundled.executablePath();
  } finally {
    if (TMPDIR === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = TMPDIR;
  }
}

function hasLibraries(): boolean {
  try {
    return execFileSync('ldconfig', ['-p'], { encoding: 'utf8' }).includes('libnss3.so');
  } catch {
    return false;
  }
}
