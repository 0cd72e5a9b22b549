import { expect, it } from 'vitest';
import { findBareMutations } from './mutations.ts';

const planted: [what: string, path: string, text: string][] = [
  ['a mutation in a page', 'apps/web/src/areas/albums/pages/bin.tsx', "import { useMutation } from '@tanstack/react-query';"],
  ['a mutation under another name', 'apps/web/src/areas/media/api/a.ts', "import { useMutation as use } from '@tanstack/react-query';"],
  ['a mutation of a namespace', 'apps/web/src/lib/a.ts', 'const change = query.useMutation({ mutationFn });'],
];

it.each(planted)('refuses %s', (_what, path, text) => {
  expect(findBareMutations([{ path, text }])).toHaveLength(1);
});

it('accepts the one place for mutations', () => {
  expect(findBareMutations([{ path: 'apps/web/src/lib/use-api-mutation.ts', text: 'return useMutation({ mutationFn });' }])).toEqual([]);
});
