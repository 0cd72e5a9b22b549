import path from 'node:path';
import { parseSync } from 'oxc-parser';
import type { SourceFile } from './source-files.ts';

export interface Import {
  from: string;
  /** The imported file from the root of the repo, or the package's name. */
  to: string;
  isTypeOnly: boolean;
  /** `import()` with a literal path. */
  isDynamic?: boolean;
}

/** Lists the static and dynamic imports, re-exports and import types of a file. */
export function listImports(file: SourceFile): Import[] {
  const { module } = parseSync(file.path, file.text);
  const resolve = (specifier: string) =>
    specifier.startsWith('.') ? path.posix.join(path.posix.dirname(file.path), specifier) : specifier;
  const edges: Import[] = [];
  for (const statement of module.staticImports) {
    const isTypeOnly = statement.entries.length > 0 && statement.entries.every((entry) => entry.isType);
    edges.push({ from: file.path, to: resolve(statement.moduleRequest.value), isTypeOnly });
  }
  for (const statement of module.staticExports) {
    for (const { moduleRequest, isType } of statement.entries) {
      if (moduleRequest) edges.push({ from: file.path, to: resolve(moduleRequest.value), isTypeOnly: isType });
    }
  }
  for (const { moduleRequest } of module.dynamicImports) {
    const literal = /^['"](.+)['"]$/.exec(file.text.slice(moduleRequest.start, moduleRequest.end))?.[1];
    if (literal) edges.push({ from: file.path, to: resolve(literal), isTypeOnly: false, isDynamic: true });
  }
  return edges;
}
