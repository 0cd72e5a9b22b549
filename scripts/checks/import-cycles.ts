/** Checks that no file imports itself, directly or through other files. Imports of types count, because they decide which files must be read together. */
import { type Import, listImports } from './imports.ts';
import type { SourceFile } from './source-files.ts';

/** Import types such as `import('./a.ts').A`, which the parser does not list. */
const importTypes = (file: SourceFile): Import[] =>
  [...file.text.matchAll(/\bimport\('(\.[^']+)'\)/g)].map(([, specifier = '']) => ({
    from: file.path,
    to: new URL(specifier, `file:///${file.path}`).pathname.slice(1),
    isTypeOnly: true,
  }));

/** Returns a line for each group of files that import each other. */
export function findImportCycles(files: SourceFile[]): string[] {
  const known = new Set(files.map((file) => file.path));
  const imported = new Map(
    files.map((file) => [file.path, [...listImports(file), ...importTypes(file)].map(({ to }) => to).filter((to) => known.has(to))]),
  );
  return findCycles(imported).map((cycle) => `import cycle: ${cycle.join(' -> ')}`);
}

/** Searches depth first. A file that is on the current path when it is reached again closes a cycle. */
function findCycles(imported: ReadonlyMap<string, string[]>): string[][] {
  const cycles: string[][] = [];
  const done = new Set<string>();
  const current: string[] = [];
  const visit = (file: string): void => {
    const start = current.indexOf(file);
    if (start >= 0) cycles.push([...current.slice(start), file]);
    if (start >= 0 || done.has(file)) return;
    current.push(file);
    for (const target of imported.get(file) ?? []) visit(target);
    current.pop();
    done.add(file);
  };
  for (const file of imported.keys()) visit(file);
  return cycles;
}
