import { readdirSync } from 'node:fs';
import path from 'node:path';

interface ModuleGraph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}

const SOURCE = path.resolve(import.meta.dirname, '../src');

/** Returns the entry and the pages that visitors see without an account. */
function listPublicPages(): string[] {
  const folders = ['areas/site/pages', 'areas/accounts/pages'].map((folder) => path.join(SOURCE, folder));
  const pages = folders.flatMap((folder) => readdirSync(folder).map((name) => path.join(folder, name)));
  return [path.join(SOURCE, 'main.tsx'), ...pages.filter((file) => !/\.(test|css)/.test(file))];
}

/** Returns a function that is true for a module that no public page imports, directly or through other modules. */
export function isSignedInOnly(): (id: string, graph: ModuleGraph) => boolean {
  const publicModules = new Set<string>();
  const add = (id: string, graph: ModuleGraph): void => {
    if (publicModules.has(id)) return;
    publicModules.add(id);
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) add(imported, graph);
  };
  return (id, graph) => {
    if (publicModules.size === 0) for (const page of listPublicPages()) add(page, graph);
    return !publicModules.has(id);
  };
}
