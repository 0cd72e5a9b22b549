import { describe, expect, it } from 'vitest';
import { EMPTY_SELECTION, extendSelection, retainListed, toggleId } from './use-id-selection.ts';

const order = ['a', 'b', 'c', 'd', 'e'];

describe('id selection', () => {
  it('adds checked items and removes them when they are checked again', () => {
    const once = toggleId(toggleId(EMPTY_SELECTION, 'a'), 'c');
    expect([...once.ids]).toEqual(['a', 'c']);
    expect([...toggleId(once, 'a').ids]).toEqual(['c']);
  });

  it('selects a range with Shift in both directions', () => {
    expect([...extendSelection(toggleId(EMPTY_SELECTION, 'b'), 'd', order).ids]).toEqual(['b', 'c', 'd']);
    expect([...extendSelection(toggleId(EMPTY_SELECTION, 'd'), 'b', order).ids].sort()).toEqual(['b', 'c', 'd']);
  });

  it('selects a single item with Shift when there is no anchor', () => {
    expect([...extendSelection(EMPTY_SELECTION, 'c', order).ids]).toEqual(['c']);
  });

  it('removes items that are no longer in the list', () => {
    const selection = toggleId(toggleId(EMPTY_SELECTION, 'a'), 'e');
    expect([...retainListed(selection, ['e']).ids]).toEqual(['e']);
    expect(retainListed(selection, order)).toBe(selection);
  });
});
