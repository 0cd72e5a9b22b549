import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { TYPESCRIPT_FLAGS } from './typescript-flags.ts';

const source = pathToFileURL(path.resolve(import.meta.dirname, '../../../../packages/playback/src/index.ts')).href;
const program = `const { decide } = await import(${JSON.stringify(source)});
console.log(typeof decide, process.moduleLoadList.some((name) => name.includes('amaro')));`;

const runWith = (flags: string[]) =>
  spawnSync(process.execPath, [...flags, '--disable-warning=ExperimentalWarning', '--input-type=module', '--eval', program], {
    encoding: 'utf8',
  }).stdout;

it('reads our TypeScript without the stripper of Node, which it would carry along', () => {
  expect(runWith([])).toBe('function true\n');
  expect(runWith(TYPESCRIPT_FLAGS)).toBe('function false\n');
});
