import { expect, it } from 'vitest';
import { presentSources } from './manifest-sources.rules.ts';

const at = new Date('2026-11-27T12:00:00Z');
const row = (named_id: string, source_id: string, sha256 = source_id) => ({
  named_id,
  source_id,
  sha256,
  changed_at: at,
  failing_since: null,
});

it('returns each source once, sorted by the id that widgets name', () => {
  expect(presentSources([row('b', 'b'), row('a', 'a'), row('b', 'b')]).map(({ id }) => id)).toEqual(['a', 'b']);
});

it.each([
  ['the source before a copy', [row('a', '0-copy'), row('a', 'a')], 'a'],
  ['the first of several copies', [row('a', 'copy 2'), row('a', 'copy 1'), row('a', 'copy 3')], 'copy 1'],
])('prefers %s, in any order', (_name, rows, expected) => {
  for (const order of [rows, rows.toReversed()]) expect(presentSources(order).map(({ sha256 }) => sha256)).toEqual([expected]);
});

it('writes times of JSON and of columns alike', () => {
  const [fromJson, fromColumn] = [
    { ...row('a', 'a'), changed_at: '2026-11-27T13:00:00+01:00', failing_since: '2026-11-27T12:00:00.5+00:00' },
    row('b', 'b'),
  ];
  expect(presentSources([fromJson, fromColumn])).toEqual([
    { id: 'a', sha256: 'a', changedAt: '2026-11-27T12:00:00.000Z', failingSince: '2026-11-27T12:00:00.500Z' },
    { id: 'b', sha256: 'b', changedAt: '2026-11-27T12:00:00.000Z', failingSince: null },
  ]);
});
