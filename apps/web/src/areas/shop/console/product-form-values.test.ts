import type { Item } from '@vitrine/contract/items';
import { describe, expect, it } from 'vitest';
import { getTaxCents, toItemFormValues, validateItem } from './product-form-values.ts';

const item: Item = {
  _id: '0190b0a0-0000-7000-8000-000000000001',
  name: 'Oak frame',
  description: 'With a mat',
  price: 49.5,
  platform: 'WV',
  picture: { key: '0190b0a0-0000-7000-8000-000000000002' },
  height: 30,
  width: 40,
  length: 2.5,
  weight: 400,
  salesTax: { isApplicable: true, taxPercentage: 8.25 },
  version: 'v1',
};
const form = toItemFormValues(item);
const faultsOf = (change: Partial<typeof form>) => {
  const checked = validateItem({ ...form, ...change });
  return 'faults' in checked ? checked.faults : {};
};

describe('the form of a product', () => {
  it('shows what is kept, its length too, and sends it back unchanged', () => {
    expect(form).toMatchObject({ length: '2.5', height: '30', price: '49.50', taxPercentage: '8.25' });
    const { _id, version: _, ...kept } = item;
    expect(validateItem(form)).toEqual({ values: kept });
  });

  it('lists all missing fields of a new product', () => {
    const checked = validateItem(toItemFormValues());
    expect(checked).toEqual({
      faults: {
        name: 'Name should not be empty.',
        price: 'Price should not be empty.',
        weight: 'Weight should not be empty.',
        pictureKey: 'Picture should be uploaded.',
      },
    });
  });

  it('explains invalid values', () => {
    expect(faultsOf({ name: 'x'.repeat(31) })).toEqual({ name: 'Should not exceed 30 characters!' });
    expect(faultsOf({ description: 'x'.repeat(201) })).toEqual({ description: 'Should not exceed 200 characters!' });
    expect(faultsOf({ price: '1.0055' }).price).toContain('two decimal places');
    expect(faultsOf({ price: '1,234' }).price).toContain('$1,234.00 or $1.23');
    for (const price of ['much', '1e3', '0x1F', '12a']) expect(faultsOf({ price })).toEqual({ price: 'Enter digits only, such as 12.50.' });
    expect(faultsOf({ price: '1000001' })).toEqual({ price: 'Enter a price up to $1,000,000.' });
    expect(faultsOf({ price: '0' })).toEqual({ price: 'Price should not be empty.' });
    expect(faultsOf({ weight: '1e9' }).weight).toContain('digits only');
    expect(faultsOf({ weight: '1000001' }).weight).toContain('Enter a weight up to 1,000,000 g.');
    expect(faultsOf({ length: '-1' }).length).toContain('digits only');
    expect(faultsOf({ length: '10001' }).length).toContain('Enter a size from 0 to 10,000 cm.');
    expect(faultsOf({ taxPercentage: '101' }).taxPercentage).toContain('from 0 to 100');
  });

  it('takes a comma for a point, and sizes that are left out', () => {
    expect(validateItem({ ...form, price: '49,5', length: '' })).toMatchObject({ values: { price: 49.5, length: null } });
  });

  it('shows the tax of one, half a cent up', () => {
    expect(getTaxCents({ isTaxed: true, price: '10', taxPercentage: '8.25' })).toBe(83);
    expect(getTaxCents({ isTaxed: false, price: '10', taxPercentage: '8.25' })).toBeNull();
    expect(getTaxCents({ isTaxed: true, price: '', taxPercentage: '8.25' })).toBeNull();
    expect(getTaxCents({ isTaxed: true, price: '10', taxPercentage: 'x' })).toBeNull();
  });
});
