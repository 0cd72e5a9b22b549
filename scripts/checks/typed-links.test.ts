import { expect, it } from 'vitest';
import { findUntypedLinks } from './typed-links.ts';

const violations: [name: string, text: string][] = [
  ['a link with a cast', 'const a = <Link to="/main" search={{ dialog: name } as never} />;'],
  ['a navigation with a cast', "navigate({ to: '/main', search: { dialog } as any });"],
  ['a function that returns a cast', "navigate({ to: '.', search: (before) => ({ ...before, open }) as never });"],
];

it.each(violations)('reports %s', (_name, text) => {
  expect(findUntypedLinks([{ path: 'apps/web/src/areas/albums/a.tsx', text }])).toHaveLength(1);
});

it('accepts a typed search and casts of other values', () => {
  const text = "const a = <Link to={to as '/main'} search={{ dialog: name }} />; const b = value as never;";
  expect(findUntypedLinks([{ path: 'apps/web/src/areas/albums/a.tsx', text }])).toEqual([]);
});
