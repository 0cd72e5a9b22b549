import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';

/** Flags for every run: no sandbox (CI is root), no GPU, and no requests to the browser's vendor. */
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

/** The folder into which the browser of the npm package is unpacked with its fonts. */
export const UNPACKED = path.join(import.meta.dirname, '../node_modules/.cache/chromium');

/** Returns the path of CHROMIUM, else of the system's browser, else of the headless shell inside an npm package. Throws with what to install. */
export async function findChromium(): Promise<string> {
  return findGiven() ?? ['/usr/bin/chromium', '/usr/bin/google-chrome'].find((file) => existsSync(file)) ?? packaged();
}

/**
 * Returns the browser for the journeys: CHROMIUM, else the headless shell inside an npm package, else the system's browser. The shell has no
 * window, tabs or extensions, so journeys take a third less processor time in it, and its version is the same everywhere.
 */
export async function findHeadlessShell(): Promise<string> {
  return findGiven() ?? (hasPackage() ? packaged() : findChromium());
}

/** The package contains binaries for one platform only. */
const hasPackage = () => process.platform === 'linux' && process.arch === 'x64';

function findGiven(): string | undefined {
  const given = process.env['CHROMIUM'];
  if (given !== undefined && !existsSync(given)) throw new Error(`CHROMIUM is ${given}, and there is no such file.`);
  return given;
}

async function packaged(): Promise<string> {
  if (!hasPackage())
    throw new Error(
      `npm brings no Chromium for ${process.platform}-${process.arch}. Install one (on Debian: apt-get install chromium), or set CHROMIUM to the path of yours.`,
    );
  // This variable makes the package also unpack shared libraries that a minimal machine lacks.
  if (!hasLibrary('libnss3.so')) process.env['AWS_EXECUTION_ENV'] = `AWS_Lambda_nodejs${process.versions.node.split('.')[0]}.x`;
  return unpack();
}

/** Unpacks into this checkout: in the machine's temporary folder the package would use files that another user put there. */
async function unpack(): Promise<string> {
  mkdirSync(UNPACKED, { recursive: true });
  const { TMPDIR } = process.env;
  process.env['TMPDIR'] = UNPACKED;
  try {
    const { default: bundled } = await import('@sparticuz/chromium');
    return await bundled.executablePath();
  } finally {
    if (TMPDIR === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = TMPDIR;
  }
}

/** True when the machine has the shared library, for example 'libnss3.so'. */
export function hasLibrary(name: string): boolean {
  // Only root has the folder of ldconfig in PATH on Debian.
  const env = { ...process.env, PATH: `${process.env['PATH'] ?? ''}:/usr/sbin:/sbin` };
  try {
    return execFileSync('ldconfig', ['-p'], { encoding: 'utf8', env }).includes(`\t${name} `);
  } catch {
    return false;
  }
}
