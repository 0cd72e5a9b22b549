import { expect, it } from 'vitest';
import { findBareMutations } from './mutations.ts';

const violations: [name: string, path: string, text: string][] = [
  ['a mutation in a page', 'apps/web/src/areas/albums/pages/bin.tsx', "import { useMutation } from '@tanstack/react-query';"],
  ['an aliased import', 'apps/web/src/areas/media/api/a.ts', "import { useMutation as use } from '@tanstack/react-query';"],
  ['a namespace import', 'apps/web/src/lib/a.ts', 'const change = query.useMutation({ mutationFn });'],
];

it.each(violations)('reports %s', (_name, path, text) => {
  expect(findBareMutations([{ path, text }])).toHaveLength(1);
});

it('accepts use-api-mutation.ts', () => {
  expect(findBareMutations([{ path: 'apps/web/src/lib/use-api-mutation.ts', text: 'return useMutation({ mutationFn });' }])).toEqual([]);
});
