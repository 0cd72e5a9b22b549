import { describe, expect, it } from 'vitest';
import { addToBasket, countItems, getShippingRegion, parseBasket, removeBought, setQuantity } from './basket.ts';

const two = [
  { itemId: 'a', quantity: 2 },
  { itemId: 'b', quantity: 1 },
];

describe('the basket', () => {
  it('increases quantities, and appends new products', () => {
    expect(addToBasket(two, 'a', 3)).toEqual([{ itemId: 'a', quantity: 5 }, two[1]]);
    expect(addToBasket(two, 'c', 1)).toEqual([...two, { itemId: 'c', quantity: 1 }]);
    expect(countItems(two)).toBe(3);
  });

  it('holds no more than an order may', () => {
    expect(addToBasket(two, 'a', 200)[0]).toEqual({ itemId: 'a', quantity: 99 });
    const full = Array.from({ length: 50 }, (_, index) => ({ itemId: String(index), quantity: 1 }));
    expect(addToBasket(full, 'new', 1)).toHaveLength(50);
  });

  it('removes products', () => {
    expect(setQuantity(two, 'a', 0)).toEqual([two[1]]);
    expect(setQuantity(two, 'x', 4)).toEqual(two);
  });

  it('keeps what another tab added while this one paid', () => {
    expect(removeBought(addToBasket(two, 'c', 1), two)).toEqual([{ itemId: 'c', quantity: 1 }]);
    expect(removeBought(addToBasket(two, 'a', 1), two)).toEqual([{ itemId: 'a', quantity: 1 }]);
  });

  it('reads what it wrote, and nothing that makes no sense', () => {
    expect(parseBasket(JSON.stringify(two))).toEqual(two);
    for (const kept of [null, '', '{', '7', '{}', '[1]', '[{"itemId":"a","quantity":0}]', '[{"itemId":"a","quantity":"2"}]'])
      expect(parseBasket(kept)).toEqual([]);
    expect(parseBasket(JSON.stringify([...two, two[0]]))).toEqual(two);
  });
});

it.each([
  [{ country: 'US', state: 'Oregon' }, 'US'],
  [{ country: 'US', state: 'Alabama' }, 'US'],
  [{ country: 'US', state: ' Hawaii ' }, 'AL'],
  [{ country: 'US', state: 'ak' }, 'AL'],
  [{ country: 'Ind', state: 'Kerala' }, null],
] as const)('a parcel to %o goes to %s', (address, region) => {
  expect(getShippingRegion(address)).toBe(region);
});
