import path from 'node:path';
import { expect, it } from 'vitest';
import { isSignedInOnly } from './signed-in-modules.ts';

const source = path.resolve(import.meta.dirname, '../src');
const file = (name: string) => path.join(source, name);

it('excludes modules that a public page imports directly or through another module', () => {
  const imports: Record<string, string[]> = {
    [file('areas/site/pages/home.tsx')]: [file('ui/card.tsx')],
    [file('ui/card.tsx')]: [file('ui/icon.tsx')],
    [file('ui/icon.tsx')]: [file('ui/card.tsx')],
    [file('areas/albums/pages/albums.tsx')]: [file('ui/icon.tsx'), file('ui/grid.tsx')],
  };
  const graph = { getModuleInfo: (id: string) => ({ importedIds: imports[id] ?? [] }) };
  const isForSignedIn = isSignedInOnly();
  const names = ['main.tsx', 'ui/card.tsx', 'ui/icon.tsx', 'ui/grid.tsx'];
  expect(names.filter((name) => isForSignedIn(file(name), graph))).toEqual(['ui/grid.tsx']);
});
