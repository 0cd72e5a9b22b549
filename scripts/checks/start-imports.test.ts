import { expect, it } from 'vitest';
import { findLargeStartImports } from './start-imports.ts';

const find = (files: Record<string, string>) =>
  findLargeStartImports(
    Object.entries(files).map(([name, text]) => ({ path: `src/${name}.ts`, text })),
    ['src/main.ts'],
  );

it.each([
  ['directly', { main: "import { request } from 'undici';" }],
  ['by a part of the package', { main: "import { Api } from 'node-av/lib';" }],
  ['through another file', { main: "export { a } from './a.ts';", a: "import 'undici';" }],
])('reports a large package that is loaded %s', (_how, files) => {
  expect(find(files)).toHaveLength(1);
});

it.each([
  ['in a function', { main: "const load = () => import('undici');" }],
  ['in a file that is imported on demand', { main: "const load = () => import('./a.ts');", a: "import 'undici';" }],
  ['for its types', { main: "import type { Agent } from 'undici';" }],
  ['in a file that the start does not load', { main: '', a: "import 'undici';" }],
])('accepts a large package %s', (_where, files) => {
  expect(find(files)).toEqual([]);
});
