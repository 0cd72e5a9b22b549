// Runs scripts/NAME.ts on the Node that "npm ci" brought, or says what is wrong when there is none that can. Plain JavaScript, so that it runs on any Node.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const [major, minor] = process.versions.node.split('.').map(Number);
const isTooOld = major < 22 || (major === 22 && minor < 18);
if (isTooOld) runOnBundledNode();
else {
  const [name, ...rest] = process.argv.slice(2);
  process.argv.splice(2, process.argv.length, ...rest);
  await import(name === 'start' ? './start.mjs' : `./${name}.ts`);
}

/** npm puts it first on the PATH, but for npm 9, which takes its link away together with those of packages for other machines. */
function runOnBundledNode() {
  const modules = fileURLToPath(new URL('../node_modules', import.meta.url));
  const isWindows = process.platform === 'win32';
  const bundled = path.join('..', `node-${isWindows ? 'win' : process.platform}-${process.arch}`, 'bin', isWindows ? 'node.exe' : 'node');
  const links = path.join(modules, '.bin');
  if (!existsSync(path.join(links, bundled))) {
    console.error(
      `Vitrine runs its TypeScript directly, which this Node ${process.versions.node} cannot.\n` +
        'On Linux and Windows "npm ci" brings the right one along: run it again, and start with "npm start".\n' +
        'Elsewhere install Node 24 first.',
    );
    process.exit(1);
  }
  if (!isWindows) restoreLink(links, bundled);
  const child = spawn(path.join(links, bundled), [...process.execArgv, ...process.argv.slice(1)], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code) => process.exit(code ?? 1));
}

/** For what asks the PATH for "node", and for the units of systemd. */
function restoreLink(links, bundled) {
  try {
    mkdirSync(links, { recursive: true });
    symlinkSync(bundled, path.join(links, 'node'));
  } catch {
    // It is there already, or not ours to make: whoever may, makes it.
  }
}
