import { execFile } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, it } from 'vitest';

const PRETEND_OLD_NODE = "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.19.2' } });";
const bundled = `node-${process.platform}-${process.arch}`;
let checkout: string;

beforeEach(() => {
  checkout = mkdtempSync(path.join(os.tmpdir(), 'vitrine-run-'));
  mkdirSync(path.join(checkout, 'scripts'));
  copyFileSync(path.join(import.meta.dirname, 'run.mjs'), path.join(checkout, 'scripts/run.mjs'));
  writeFileSync(
    path.join(checkout, 'scripts/hello.ts'),
    'const who: string = process.argv[2] ?? ""; console.log(`hello ${who}`); process.exit(3);',
  );
  // Simulates a Node that is too old. The second run, on the bundled Node, is not simulated.
  writeFileSync(
    path.join(checkout, 'scripts/old.mjs'),
    `${PRETEND_OLD_NODE}\nprocess.argv[1] = process.argv[1].replace('old', 'run');\nawait import('./run.mjs');`,
  );
});
afterEach(() => rmSync(checkout, { recursive: true, force: true }));

const runOnOldNode = () =>
  promisify(execFile)(process.execPath, [path.join(checkout, 'scripts/old.mjs'), 'hello', 'you']).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({ code, stdout, stderr }),
  );

it.skipIf(process.platform === 'win32')('runs on the bundled Node and restores its link after npm removed it', async () => {
  mkdirSync(path.join(checkout, 'node_modules', bundled, 'bin'), { recursive: true });
  symlinkSync(process.execPath, path.join(checkout, 'node_modules', bundled, 'bin/node'));
  expect(await runOnOldNode()).toMatchObject({ code: 3, stdout: 'hello you\n' });
  expect(existsSync(path.join(checkout, 'node_modules/.bin/node'))).toBe(true);
});

it.skipIf(process.platform === 'win32')('restores the link to the bundled Node even when the current Node is new enough', async () => {
  mkdirSync(path.join(checkout, 'node_modules', bundled, 'bin'), { recursive: true });
  symlinkSync(process.execPath, path.join(checkout, 'node_modules', bundled, 'bin/node'));
  await expect(promisify(execFile)(process.execPath, [path.join(checkout, 'scripts/run.mjs'), 'hello', 'you'])).rejects.toMatchObject({
    code: 3,
  });
  expect(existsSync(path.join(checkout, 'node_modules/.bin/node'))).toBe(true);
});

it('prints instructions when no bundled Node is installed', async () => {
  expect(await runOnOldNode()).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('This is Node 20.19.2') as string });
});
