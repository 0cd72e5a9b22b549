import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computeAmounts, describeOrder, getSalesTax, getShippingCost } from './items.rules.ts';

const product = fc.record({
  price_cents: fc.integer({ min: 1, max: 100_000_000 }),
  weight_grams: fc.double({ min: 0.01, max: 1_000_000, noNaN: true }),
  is_taxed: fc.boolean(),
  tax_basis_points: fc.integer({ min: 0, max: 10_000 }),
});
const sold = fc.array(fc.record({ product, quantity: fc.integer({ min: 1, max: 99 }) }), { minLength: 1, maxLength: 50 });
const region = fc.constantFrom('US' as const, 'AL' as const);

describe('sales tax', () => {
  it('is rounded half up to a cent on each line, as in exact integer arithmetic', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9_900_000_000 }), fc.integer({ min: 0, max: 10_000 }), (amount, tax_basis_points) => {
        const exact = BigInt(amount) * BigInt(tax_basis_points);
        const rounded = Number((exact + 5_000n) / 10_000n);
        expect(getSalesTax(amount, { is_taxed: true, tax_basis_points })).toBe(rounded);
      }),
      { numRuns: 5_000 },
    );
  });

  it.each([
    [100, 825, 8],
    [1_000, 825, 83],
    [1_000, 835, 84],
    [10, 500, 1],
    [9, 500, 0],
  ])('of %i cents at %i hundredths of a percent is %i', (amount, tax_basis_points, tax) => {
    expect(getSalesTax(amount, { is_taxed: true, tax_basis_points })).toBe(tax);
    expect(getSalesTax(amount, { is_taxed: false, tax_basis_points })).toBe(0);
  });
});

describe('shipping', () => {
  it.each([
    [1, 595, 1195],
    [500, 595, 1195],
    [500.5, 995, 2195],
    [2_000, 995, 2195],
    [2_001, 1995, 4495],
    [10_000, 1995, 4495],
    [10_001, 3990, 8990],
    [30_000, 5985, 13_485],
  ])('of %d g costs %i, and to Alaska and Hawaii %i', (grams, us, alaska) => {
    expect([getShippingCost(grams, 'US'), getShippingCost(grams, 'AL')]).toEqual([us, alaska]);
  });

  it('never costs less for a higher weight', () => {
    const grams = fc.double({ min: 0, max: 1e6, noNaN: true });
    fc.assert(fc.property(grams, grams, region, (a, b, to) => getShippingCost(Math.min(a, b), to) <= getShippingCost(Math.max(a, b), to)));
  });
});

describe('an order of products', () => {
  it('adds up in whole cents, line by line, for any basket', () => {
    fc.assert(
      fc.property(sold, region, (basket, to) => {
        const { lines, items, shipping, tax, total } = computeAmounts(basket, to);
        for (const amount of [items, shipping, tax, total]) expect(Number.isSafeInteger(amount)).toBe(true);
        expect(total).toBe(items + shipping + tax);
        expect(lines.map(({ amount }) => amount)).toEqual(basket.map((line) => line.product.price_cents * line.quantity));
        expect(tax).toBe(lines.reduce((sum, line) => sum + line.tax, 0));
        // Rounding changes no line by more than half a cent.
        for (const line of lines) {
          const exact = line.product.is_taxed ? (line.amount * line.product.tax_basis_points) / 10_000 : 0;
          expect(Math.abs(line.tax - exact)).toBeLessThanOrEqual(0.5);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('costs the same regardless of the sequence of its lines', () => {
    fc.assert(
      fc.property(sold, region, (basket, to) => {
        const [original, reversed] = [computeAmounts(basket, to), computeAmounts(basket.toReversed(), to)];
        expect([reversed.items, reversed.tax]).toEqual([original.items, original.tax]);
      }),
    );
  });

  it('has a short description of its products', () => {
    const line = (name: string, quantity = 1) => ({ product: { name }, quantity });
    expect(describeOrder([line('Oak frame', 2), line('Easel')])).toBe('2 × Oak frame, Easel');
    expect(describeOrder(['A', 'B', 'C', 'D', 'E'].map((name) => line(name)))).toBe('A, B, C and 2 more');
    expect(describeOrder(Array.from({ length: 50 }, () => line('W'.repeat(30), 99))).length).toBeLessThanOrEqual(200);
  });
});
