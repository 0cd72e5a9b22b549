import { describe, expect, it } from 'vitest';
import { iterateIdPages } from './list-iterator.ts';

/** A list of names in order, which others change between its parts. */
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

describe('a whole list', () => {
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
  ])('of %j is read to its end', async (names, parts) => {
    expect(await aList(names).read(2, () => undefined)).toEqual(parts);
  });

  it('continues at its position when the last row was deleted or moved', async () => {
    const gone = aList(['a', 'b', 'c', 'd', 'e']);
    expect(await gone.read(2, () => gone.rows.delete('id-b'))).toEqual([['id-a', 'id-b'], ['id-c', 'id-d'], ['id-e']]);
    const renamed = aList(['a', 'b', 'c', 'd', 'e']);
    const parts = await renamed.read(2, () => renamed.rows.set('id-b', 'zz'));
    expect(parts.flat()).toEqual(['id-a', 'id-b', 'id-c', 'id-d', 'id-e', 'id-b']);
  });

  it('fails rather than end early when a whole part went', async () => {
    const rows = ['id-a', 'id-b'];
    const parts = iterateIdPages({ next: async () => rows, getCursor: async () => undefined, atOnce: 2 });
    await expect(parts.next()).rejects.toThrow('A part of the list went');
  });
});
