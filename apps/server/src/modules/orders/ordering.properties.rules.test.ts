import { createOrderBody, type OrderRow } from '@vitrine/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { getTotal, isShippedToRegion, toCents, toDollars } from './order-amounts.rules.ts';
import { orderCsvLine } from './orders.presenter.ts';

const cents = fc.integer({ min: 0, max: 100_000_000 });

describe('amounts', () => {
  it('survive the conversion to dollars and back, also through JSON', () => {
    fc.assert(
      fc.property(cents, (amount) => {
        const sent = JSON.parse(JSON.stringify(toDollars(amount))) as number;
        expect(toCents(sent)).toBe(amount);
      }),
    );
  });

  it('calculated by the client in dollars match the server’s, and amounts off by a cent do not', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10_000_000 }),
        fc.constantFrom(1, 2, 3, 4, 5, 10, 20, 50),
        cents,
        (price, quantity, shipping) => {
          const total = getTotal({ lines: [{ amount: price * quantity }], shipping, tax: 0 });
          // Like the page: dollars, rounded to two decimals.
          const shown = Number(((price / 100) * quantity + shipping / 100).toFixed(2));
          expect(toCents(shown)).toBe(total);
          expect(toCents(shown + 0.01)).not.toBe(total);
        },
      ),
    );
  });

  it('have two decimals on the wire', () => {
    const amountOf = (amount: number) => createOrderBody.options[0].shape.amount.safeParse(amount).success;
    fc.assert(
      // No poster is free: an amount of 0 is an empty field.
      fc.property(fc.integer({ min: 1, max: 100_000_000 }), fc.integer({ min: 1, max: 9 }), (amount, rest) => {
        expect(amountOf(toDollars(amount))).toBe(true);
        expect(amountOf((amount * 10 + rest) / 1000)).toBe(false);
      }),
    );
  });
});

describe('the shipping region', () => {
  it.each([
    ['US', { country: 'US', state: 'Oregon' }, true],
    ['AL', { country: 'US', state: 'Oregon' }, false],
    ['AL', { country: 'US', state: ' hawaii ' }, true],
    ['AL', { country: 'US', state: 'AK' }, true],
    ['US', { country: 'US', state: 'Alaska' }, false],
    ['US', { country: 'Ind', state: 'Goa' }, false],
    ['AL', { country: 'China', state: 'Alaska' }, false],
  ] as const)('%s with %o: %s', (shipping, address, expected) => {
    expect(isShippedToRegion(shipping, address)).toBe(expected);
  });
});

/** A separate implementation of RFC 4180. */
function parse(text: string): string[] {
  const cells: string[] = [];
  for (const [, quoted, plain = ''] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(?:,|\r\n)/g))
    cells.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
  return cells;
}

describe('a line of the CSV file', () => {
  const row = (name: string): OrderRow => ({
    _id: '',
    orderId: 'V100001-8',
    orderType: 'poster',
    platform: 'PP',
    description: 'Poster',
    quantity: 1,
    amount: 10,
    amounts: { items: 1000, shipping: 0, tax: 0, credit: -5, total: 1005, refunded: 0, returned: 0 },
    userId: [],
    buyer: { name, email: 'ana@example.com' },
    statusId: [],
    paymentStatusId: [],
    createdDate: '',
    paidDate: null,
    paymentId: null,
  });

  it('has seventeen cells and no formula for any name', () => {
    const wild = fc.string({ unit: fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', '"', ',', ' ', 'a', 'é', '1', '|', ';') });
    fc.assert(
      fc.property(fc.oneof(wild, fc.string()), (name) => {
        const cells = parse(orderCsvLine(row(name)));
        expect(cells).toHaveLength(17);
        expect(cells[7]).not.toMatch(/(^|[;\t|\r\n])\s*[=+\-@]/);
        // Only apostrophes were added.
        expect(cells[7]?.replaceAll("'", '')).toBe(name.replaceAll("'", ''));
        // An amount below zero stays a number.
        expect(cells[14]).toBe('-0.05');
      }),
    );
  });
});
