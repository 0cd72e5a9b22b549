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
  // Resolves host names other than localhost to this computer, because screens use such addresses.
  '--host-resolver-rules=MAP *.vitrine.test 127.0.0.1',
];

/** Folder into which the npm package's browser and fonts are unpacked. */
export const UNPACKED = path.join(import.meta.dirname, '../node_modules/.cache/chromium');

/** Returns the path in CHROMIUM, otherwise the system's browser, otherwise the headless shell of an npm package. Throws an error that says what to install. */
export async function findChromium(): Promise<string> {
  return findConfigured() ?? ['/usr/bin/chromium', '/usr/bin/google-chrome'].find((file) => existsSync(file)) ?? getPackagedShell();
}

/**
 * Returns the browser for end-to-end tests: CHROMIUM, otherwise the headless shell of an npm package, otherwise the system's browser. The shell has no
 * window, tabs or extensions, so tests take a third less processor time, and its version is the same everywhere.
 */
export async function findHeadlessShell(): Promise<string> {
  return findConfigured() ?? (hasPackage() ? getPackagedShell() : findChromium());
}

/** The package contains binaries for one platform only. */
const hasPackage = () => process.platform === 'linux' && process.arch === 'x64';

function findConfigured(): string | undefined {
  const configured = process.env['CHROMIUM'];
  if (configured !== undefined && !existsSync(configured)) throw new Error(`CHROMIUM is ${configured}, but this file does not exist.`);
  return configured;
}

async function getPackagedShell(): Promise<string> {
  if (!hasPackage())
    throw new Error(
      `The npm package has no Chromium for ${process.platform}-${process.arch}. Install one (on Debian: apt-get install chromium), or set CHROMIUM to the path of your browser.`,
    );
  // This variable makes the package also unpack shared libraries that a minimal machine lacks.
  if (!hasLibrary('libnss3.so')) process.env['AWS_EXECUTION_ENV'] = `AWS_Lambda_nodejs${process.versions.node.split('.')[0]}.x`;
  return unpack();
}

/** Unpacks into this checkout, because in the shared temporary folder the package would use files of other users. */
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
  // On Debian, only root has the folder of ldconfig in PATH.
  const env = { ...process.env, PATH: `${process.env['PATH'] ?? ''}:/usr/sbin:/sbin` };
  try {
    return execFileSync('ldconfig', ['-p'], { encoding: 'utf8', env }).includes(`\t${name} `);
  } catch {
    return false;
  }
}
