import { describe, expect, it } from 'vitest';
import { extendTo, keepOnly, NOTHING_SELECTED, toggle } from './selection.ts';

const order = ['a', 'b', 'c', 'd', 'e'];

describe('a selection', () => {
  it('takes up what is checked and lets go of what is checked again', () => {
    const once = toggle(toggle(NOTHING_SELECTED, 'a'), 'c');
    expect([...once.ids]).toEqual(['a', 'c']);
    expect([...toggle(once, 'a').ids]).toEqual(['c']);
  });

  it('takes everything between with Shift, in both directions', () => {
    expect([...extendTo(toggle(NOTHING_SELECTED, 'b'), 'd', order).ids]).toEqual(['b', 'c', 'd']);
    expect([...extendTo(toggle(NOTHING_SELECTED, 'd'), 'b', order).ids].sort()).toEqual(['b', 'c', 'd']);
  });

  it('treats Shift without a start as a plain check', () => {
    expect([...extendTo(NOTHING_SELECTED, 'c', order).ids]).toEqual(['c']);
  });

  it('forgets what is no longer in the list', () => {
    const selection = toggle(toggle(NOTHING_SELECTED, 'a'), 'e');
    expect([...keepOnly(selection, ['e']).ids]).toEqual(['e']);
    expect(keepOnly(selection, order)).toBe(selection);
  });
});
