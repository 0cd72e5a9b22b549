import type { PosterCombination } from '@vitrine/contract/posters';
import { describe, expect, it } from 'vitest';
import { chooseOption, formatDollars, getAvailableValues, getCompleteChoice, getPosterTotal } from './poster-options.ts';

const way = (orientation: string, size: string, paper: string, lamination: string): PosterCombination => ({
  _id: [orientation, size, paper, lamination].join(),
  name: '',
  version: 'v1',
  orientationId: { _id: orientation, name: orientation },
  sizeId: { _id: size, name: size },
  paperStockId: { _id: paper, name: paper },
  laminationId: { _id: lamination, name: lamination },
  price: 10,
});
const ways = [way('tall', 'small', 'matte', 'film'), way('tall', 'small', 'cotton', 'none'), way('tall', 'large', 'matte', 'none')];

describe('choosing a poster', () => {
  it('offers each option after the previous ones were chosen, and only matching values', () => {
    expect(getAvailableValues('paperStockId', { orientationId: 'tall' }, ways)).toEqual([]);
    expect(getAvailableValues('sizeId', { orientationId: 'tall' }, ways).map(({ name }) => name)).toEqual(['small', 'large']);
    const small = { orientationId: 'tall', sizeId: 'small', paperStockId: 'cotton' };
    expect(getAvailableValues('laminationId', small, ways).map(({ name }) => name)).toEqual(['none']);
  });

  it('forgets what was chosen after a change', () => {
    const choice = { orientationId: 'tall', sizeId: 'small', paperStockId: 'matte', laminationId: 'film' };
    expect(chooseOption(choice, 'sizeId', 'large')).toEqual({ orientationId: 'tall', sizeId: 'large' });
    expect(getCompleteChoice(choice)).toEqual(choice);
    expect(getCompleteChoice(chooseOption(choice, 'sizeId', 'large'))).toBeUndefined();
  });

  it('adds sending once, and writes dollars with two decimals', () => {
    expect(formatDollars(getPosterTotal(19, 3, 9.95))).toBe('$66.95');
    expect(formatDollars(0)).toBe('$0.00');
  });
});
