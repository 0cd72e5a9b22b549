import { expect, it } from 'vitest';
import { findImportCycles } from './import-cycles.ts';

const find = (files: Record<string, string>) =>
  findImportCycles(Object.entries(files).map(([name, text]) => ({ path: `packages/stage/src/${name}.ts`, text })));

it.each([
  ['values', { a: "import { b } from './b.ts';", b: "import { a } from './a.ts';" }],
  ['types', { a: "import type { B } from './b.ts';", b: "import type { A } from './a.ts';" }],
  ['import types', { a: "type B = import('./b.ts').B;", b: "import { a } from './a.ts';" }],
  ['re-exports', { a: "export { b } from './b.ts';", b: "export * from './c.ts';", c: "import type { A } from './a.ts';" }],
  ['dynamic imports', { a: "const b = await import('./b.ts');", b: "import { a } from './a.ts';" }],
])('reports a cycle of %s', (_kind, files) => {
  expect(find(files)).toHaveLength(1);
});

it('lists the files of a cycle in the order of their imports', () => {
  const files = { main: "import './a.ts';", a: "import './b.ts';", b: "import './a.ts';" };
  expect(find(files)).toEqual(['import cycle: packages/stage/src/a.ts -> packages/stage/src/b.ts -> packages/stage/src/a.ts']);
});

it('accepts two files that import the same file', () => {
  expect(find({ a: "import './b.ts'; import './c.ts';", b: "import './c.ts';", c: '' })).toEqual([]);
});
