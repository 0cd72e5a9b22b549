import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMemoryBank } from '../../testing/memory-bank.ts';
import { createMemoryPayer } from '../../testing/memory-payer.ts';
import { upcomingChargesOf } from './upcoming.rules.ts';

const seconds = (date: string) => Date.parse(date) / 1000;
const single = {
  amount: 29_900,
  interval: 'month' as const,
  periodStart: seconds('2026-10-25T10:00:00Z'),
  nextAt: seconds('2026-11-25T10:00:00Z'),
};

describe('upcomingChargesOf', () => {
  it('charges the next renewal in full without credit', () => {
    expect(upcomingChargesOf({ ...single, credit: 0 })).toEqual({
      coveredUntil: null,
      chargeAt: single.nextAt,
      chargeAmount: 29_900,
      amount: 29_900,
      interval: 'month',
    });
  });

  it('subtracts the credit from the next renewal when it does not cover it', () => {
    expect(upcomingChargesOf({ ...single, credit: 20_000 })).toMatchObject({
      coveredUntil: null,
      chargeAt: single.nextAt,
      chargeAmount: 9_900,
    });
  });

  it('counts the renewals that the credit covers', () => {
    const until = seconds('2027-08-25T10:00:00Z');
    expect(upcomingChargesOf({ ...single, credit: 9 * 29_900 })).toMatchObject({
      coveredUntil: until,
      chargeAt: until,
      chargeAmount: 29_900,
    });
    expect(upcomingChargesOf({ ...single, credit: 9 * 29_900 + 100 })).toMatchObject({ coveredUntil: until, chargeAmount: 29_800 });
  });

  it('returns the first charge that the test bank makes, from any day of the year', () => {
    const run = fc.record({
      start: fc.integer({ min: 0, max: 730 }),
      interval: fc.constantFrom('month' as const, 'year' as const),
      credit: fc.integer({ min: 0, max: 5 * 10_000 }),
    });
    fc.assert(
      fc.property(run, ({ start, interval, credit }) => {
        const bank = createMemoryBank(seconds('2027-01-01T12:34:56Z') + start * 86_400);
        const payer = createMemoryPayer(bank);
        payer.attach('pm_card_visa');
        payer.buy({ id: 'p', planName: 'P', amount: 10_000, currency: 'usd', interval }, 0);
        payer.pay('pm_card_visa');
        bank.accountOf(payer.customerId).credit = credit;
        const [bought] = bank.accountOf(payer.customerId).subscriptions;
        if (!bought) throw new Error('Nothing was bought');
        const { currentPeriodStart: periodStart, currentPeriodEnd: nextAt } = bought;
        const upcoming = upcomingChargesOf({ credit, amount: 10_000, interval, periodStart, nextAt });
        bank.move(upcoming.chargeAt - bank.now());
        const charged = bank
          .accountOf(payer.customerId)
          .invoices.slice(1)
          .filter(({ amountDue }) => amountDue > 0);
        expect(charged.map(({ created, amountDue }) => [created, amountDue])).toEqual([[upcoming.chargeAt, upcoming.chargeAmount]]);
      }),
      { seed: 37, numRuns: 200 },
    );
  });
});
