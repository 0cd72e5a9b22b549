import { describe, expect, it } from 'vitest';
import { LIST_REFRESH_OPTIONS, removeRow, replaceRow } from './list-cache.ts';

const row = (_id: string, name = _id) => ({ _id, name });
const list = { pages: [[row('a'), row('b')], [row('c')]], pageParams: [undefined, 'b'] };

describe('a list of the console', () => {
  it('has a changed row where it stood', () => {
    expect(replaceRow(list, row('b', 'new')).pages).toEqual([[row('a'), row('b', 'new')], [row('c')]]);
    expect(replaceRow(list, row('z')).pages).toEqual(list.pages);
  });

  it('removes a deleted row', () => {
    expect(removeRow(list, 'a')).toEqual({ pages: [[row('b')], [row('c')]], pageParams: [undefined, 'b'] });
    expect(removeRow(list, 'c').pages).toEqual([[row('a'), row('b')], []]);
  });

  it('refetches automatically while it is short', () => {
    const loaded = (pages: number) => ({ state: { data: { pages: Array.from({ length: pages }) } } });
    expect(LIST_REFRESH_OPTIONS.refetchInterval(loaded(10))).toBeGreaterThan(0);
    expect(LIST_REFRESH_OPTIONS.refetchInterval(loaded(11))).toBe(false);
    expect(LIST_REFRESH_OPTIONS.refetchOnWindowFocus(loaded(5000))).toBe(false);
  });
});
