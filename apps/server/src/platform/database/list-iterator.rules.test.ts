import { describe, expect, it } from 'vitest';
import { iterateIdPages } from './list-iterator.ts';

/** A sorted list of names that can change between two pages. */
function aList(names: string[]) {
  const rows = new Map(names.map((name) => [`id-${name}`, name]));
  const read = async (atOnce: number, between: () => void) => {
    const found: string[][] = [];
    const next = async (behind: string | undefined) =>
      [...rows]
        .toSorted(([, one], [, other]) => (one < other ? -1 : 1))
        .filter(([, name]) => behind === undefined || name > behind)
        .slice(0, atOnce)
        .map(([id]) => id);
    for await (const part of iterateIdPages({ next, getCursor: async (id) => rows.get(id), atOnce })) {
      found.push(part);
      between();
    }
    return found;
  };
  return { rows, read };
}

describe('iterateIdPages', () => {
  it.each([
    [
      ['a', 'b', 'c', 'd', 'e'],
      [['id-a', 'id-b'], ['id-c', 'id-d'], ['id-e']],
    ],
    [
      ['a', 'b', 'c', 'd'],
      [
        ['id-a', 'id-b'],
        ['id-c', 'id-d'],
      ],
    ],
    [['a'], [['id-a']]],
    [[], []],
  ])('reads %j to the end', async (names, parts) => {
    expect(await aList(names).read(2, () => undefined)).toEqual(parts);
  });

  it('continues at its position when the last row was deleted or moved', async () => {
    const gone = aList(['a', 'b', 'c', 'd', 'e']);
    expect(await gone.read(2, () => gone.rows.delete('id-b'))).toEqual([['id-a', 'id-b'], ['id-c', 'id-d'], ['id-e']]);
    const renamed = aList(['a', 'b', 'c', 'd', 'e']);
    const parts = await renamed.read(2, () => renamed.rows.set('id-b', 'zz'));
    expect(parts.flat()).toEqual(['id-a', 'id-b', 'id-c', 'id-d', 'id-e', 'id-b']);
  });

  it('fails instead of ending early when a whole page was deleted', async () => {
    const rows = ['id-a', 'id-b'];
    const parts = iterateIdPages({ next: async () => rows, getCursor: async () => undefined, atOnce: 2 });
    await expect(parts.next()).rejects.toThrow('A page of the list was deleted');
  });
});
