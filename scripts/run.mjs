// Runs scripts/NAME.ts, or FOLDER/NAME.ts, on the Node that "npm ci" installed, or prints what to install. Plain JavaScript, so that it runs on any Node.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const isWindows = process.platform === 'win32';
const links = fileURLToPath(new URL('../node_modules/.bin', import.meta.url));
const bundled = path.join('..', `node-${isWindows ? 'win' : process.platform}-${process.arch}`, 'bin', isWindows ? 'node.exe' : 'node');
const hasBundled = existsSync(path.join(links, bundled));
// npm 9 and 10 remove the link to the bundled Node together with the packages for other machines, and the systemd units start that link.
if (hasBundled && !isWindows) restoreLink();

const [major, minor] = process.versions.node.split('.').map(Number);
const isTooOld = major < 22 || (major === 22 && minor < 18);
if (isTooOld) runOnBundledNode();
else {
  const [name, ...rest] = process.argv.slice(2);
  process.argv.splice(2, process.argv.length, ...rest);
  await import(name === 'start' ? './start.mjs' : `${name.includes('/') ? '..' : '.'}/${name}.ts`);
}

function runOnBundledNode() {
  if (!hasBundled) {
    console.error(
      `Vitrine needs Node 22.18 or newer. This is Node ${process.versions.node}.\n` +
        'On Linux with glibc and on Windows, run "npm ci" to install the right version, then "npm start".\n' +
        'On other systems, install Node 22.18 or newer first.',
    );
    process.exit(1);
  }
  const child = spawn(path.join(links, bundled), [...process.execArgv, ...process.argv.slice(1)], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code) => process.exit(code ?? 1));
}

/** Creates node_modules/.bin/node where it is missing. */
function restoreLink() {
  try {
    mkdirSync(links, { recursive: true });
    symlinkSync(bundled, path.join(links, 'node'));
  } catch {
    // The link exists already, or only another user may create it.
  }
}
