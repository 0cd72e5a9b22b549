import { describe, expect, it } from 'vitest';
import { listRefresh, withoutRow, withRow } from './listed-rows.ts';

const row = (_id: string, name = _id) => ({ _id, name });
const list = { pages: [[row('a'), row('b')], [row('c')]], pageParams: [undefined, 'b'] };

describe('a list of everybody’s', () => {
  it('has a changed row where it stood', () => {
    expect(withRow(list, row('b', 'new')).pages).toEqual([[row('a'), row('b', 'new')], [row('c')]]);
    expect(withRow(list, row('z')).pages).toEqual(list.pages);
  });

  it('loses a row that is gone', () => {
    expect(withoutRow(list, 'a')).toEqual({ pages: [[row('b')], [row('c')]], pageParams: [undefined, 'b'] });
    expect(withoutRow(list, 'c').pages).toEqual([[row('a'), row('b')], []]);
  });

  it('is asked for again by itself while it is short', () => {
    const loaded = (pages: number) => ({ state: { data: { pages: Array.from({ length: pages }) } } });
    expect(listRefresh.refetchInterval(loaded(10))).toBeGreaterThan(0);
    expect(listRefresh.refetchInterval(loaded(11))).toBe(false);
    expect(listRefresh.refetchOnWindowFocus(loaded(5000))).toBe(false);
  });
});
