/** Runs the product for development: the server restarts on changes, the web app updates in place (port 5173), the screen is rebuilt. */
import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { SERVER_FLAGS } from '../apps/server/src/platform/node-flags.ts';

const root = path.resolve(import.meta.dirname, '..');
const vite = path.join(root, 'node_modules', 'vite', 'bin', 'vite.js');
const children: ChildProcess[] = [];

function run(name: string, folder: string, args: string[]): void {
  const child = spawn(process.execPath, args, { cwd: path.join(root, folder), stdio: ['ignore', 'pipe', 'pipe'] });
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => process.stdout.write(chunk.toString().replace(/^(?=.)/gm, `${name.padEnd(7)}| `)));
  }
  child.on('exit', (code) => console.log(`${name} exited with ${code}`));
  children.push(child);
}

run('server', '.', ['--watch', '--watch-preserve-output', ...SERVER_FLAGS, 'apps/server/src/main.ts']);
run('web', 'apps/web', [vite, '--port', '5173']);
run('screen', 'apps/screen', [vite, 'build', '--watch']);
console.log('The web app with reload: http://localhost:5173 (the API and the screen: http://localhost:3000)');
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    for (const child of children) child.kill('SIGTERM');
    void Promise.all(children.map(waitForExit)).then(() => process.exit(0));
  });
}

function waitForExit(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => (child.exitCode === null ? child.on('exit', () => resolve()) : resolve()));
}
