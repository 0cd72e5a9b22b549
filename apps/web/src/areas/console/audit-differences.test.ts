import { describe, expect, it } from 'vitest';
import { getDifferences } from './audit-differences.ts';

const [ana, ben] = ['0000-a', '0000-b'];

describe('getDifferences', () => {
  it('returns the fields that differ, without an unchanged name', () => {
    const before = { [ana]: { name: 'Ana', role: 'user', disabled_at: null } };
    const after = { [ana]: { role: 'host', disabled_at: '2026-11-23T12:00:00Z' } };
    expect(getDifferences({ objectIds: [ana], before, after })).toEqual([
      {
        objectId: ana,
        name: 'Ana',
        kind: 'changed',
        fields: [
          { column: 'disabled_at', before: null, after: '2026-11-23T12:00:00Z' },
          { column: 'role', before: 'user', after: 'host' },
        ],
      },
    ]);
  });

  it('includes the name when it changed', () => {
    expect(getDifferences({ objectIds: [ana], before: { [ana]: { name: 'Ana' } }, after: { [ana]: { name: 'Anna' } } })).toMatchObject([
      { name: 'Ana', kind: 'changed', fields: [{ column: 'name', before: 'Ana', after: 'Anna' }] },
    ]);
  });

  it('returns all fields of added and removed objects', () => {
    expect(
      getDifferences({ objectIds: [ana, ben], before: { [ben]: { name: 'Ben', age: 1 } }, after: { [ana]: { name: 'Ana' } } }),
    ).toMatchObject([
      { objectId: ana, kind: 'added', fields: [{ column: 'name', before: undefined, after: 'Ana' }] },
      {
        objectId: ben,
        kind: 'removed',
        name: 'Ben',
        fields: [
          { column: 'age', before: 1 },
          { column: 'name', after: undefined },
        ],
      },
    ]);
  });

  it('returns no fields for objects without changes, and nothing for objects without recorded values', () => {
    expect(getDifferences({ objectIds: [ana], before: { [ana]: { name: 'Ana' } }, after: { [ana]: null } })).toEqual([
      { objectId: ana, name: 'Ana', kind: 'same', fields: [] },
    ]);
    expect(getDifferences({ objectIds: [ana], before: {}, after: {} })).toEqual([]);
  });
});
