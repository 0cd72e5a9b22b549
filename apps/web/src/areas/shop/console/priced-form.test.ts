import { combinationBody, masterValueBody } from '@vitrine/contract/posters';
import { describe, expect, it } from 'vitest';
import { pricedResolver, typedPrice } from './priced-form.ts';

const id = '0190b0a0-0000-7000-8000-000000000001';
const combination = { name: 'A', orientationId: id, sizeId: id, paperStockId: id, laminationId: id };
const options = { fields: {}, shouldUseNativeValidation: false, names: undefined };
const checkCombination = (price: string) =>
  pricedResolver(combinationBody)({ ...combination, price } as never, undefined, options as never) as Promise<{
    values: Record<string, unknown>;
    errors: Record<string, { message: string }>;
  }>;

describe('pricedResolver', () => {
  it('sends the typed price in dollars', async () => {
    expect((await checkCombination('21,50')).values).toEqual({ ...combination, price: 21.5 });
  });

  it.each([
    ['1,234', '$1,234.00 or $1.23'],
    ['1e3', 'digits only'],
    ['', 'Price should not be empty.'],
    ['0', 'Price should not be empty.'],
  ])('rejects the price %s', async (price, message) => {
    const { values, errors } = await checkCombination(price);
    expect(values).toEqual({});
    expect(errors['price']?.message).toContain(message);
  });

  it('sends no price for a form without the field', async () => {
    const typed = { type: 'size', name: '12 × 18 in', description: '' };
    const checked = await pricedResolver(masterValueBody)(typed as never, undefined, options as never);
    expect(checked).toMatchObject({ values: typed, errors: {} });
  });

  it('writes a price with two decimals and none as empty text', () => {
    expect([typedPrice(21.5), typedPrice(0), typedPrice(null)]).toEqual(['21.50', '0.00', '']);
  });
});
