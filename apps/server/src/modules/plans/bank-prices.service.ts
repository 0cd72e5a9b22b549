import { interval } from '@vitrine/contract';
import type { Cards } from '../../platform/cards/cards.ts';
import { autocommit, type Database } from '../../platform/database/database.ts';
import type { PlanPriceRow } from './plans.read-model.ts';

interface Deps {
  db: Database;
  cards: Cards;
}

/** Maps our prices to prices at the bank, and creates missing ones there. */
export function createBankPricesService({ db, cards }: Deps) {
  const findKnown = (priceId: string) =>
    db
      .selectFrom('bank_prices')
      .select(['bank_price_id', 'extra_bank_price_id'])
      .where('price_id', '=', priceId)
      .where('bank', '=', cards.name)
      .executeTakeFirst();

  return {
    async ensure(sale: PlanPriceRow): Promise<string> {
      const known = await findKnown(sale.price_id);
      if (known) return known.bank_price_id;
      const bankPriceId = await cards.ensurePrice({
        id: sale.price_id,
        planName: sale.name,
        amount: sale.amount_cents,
        currency: sale.currency,
        interval: interval.parse(sale.interval),
      });
      await autocommit(db)
        .insertInto('bank_prices')
        .values({ price_id: sale.price_id, bank: cards.name, bank_price_id: bankPriceId })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      return bankPriceId;
    },

    /** Returns the bank's price of one extra screen. The plan's own price must exist at the bank. Throws for a plan without extra screens. */
    async ensureExtraScreen(sale: PlanPriceRow): Promise<string> {
      const known = (await findKnown(sale.price_id))?.extra_bank_price_id;
      if (known) return known;
      if (sale.extra_screen_cents === null) throw new Error(`The price ${sale.price_id} has no extra screens`);
      const bankPriceId = await cards.ensurePrice({
        id: `${sale.price_id}-extra-screen`,
        kind: 'extraScreen',
        planName: `${sale.name}, extra screen`,
        amount: sale.extra_screen_cents,
        currency: sale.currency,
        interval: interval.parse(sale.interval),
      });
      await autocommit(db)
        .updateTable('bank_prices')
        .set({ extra_bank_price_id: bankPriceId })
        .where('price_id', '=', sale.price_id)
        .where('bank', '=', cards.name)
        .execute();
      return bankPriceId;
    },

    /** Returns our price whose extra screens the bank bills at this price; undefined for one created manually at the bank. */
    async findByExtraScreen(bankPriceId: string): Promise<string | undefined> {
      const row = await db
        .selectFrom('bank_prices')
        .select('price_id')
        .where('bank', '=', cards.name)
        .where('extra_bank_price_id', '=', bankPriceId)
        .executeTakeFirst();
      return row?.price_id;
    },

    /** Returns our price for a bank price; undefined for one created manually at the bank. */
    async find(bankPriceId: string): Promise<string | undefined> {
      const row = await db
        .selectFrom('bank_prices')
        .select('price_id')
        .where('bank', '=', cards.name)
        .where('bank_price_id', '=', bankPriceId)
        .executeTakeFirst();
      return row?.price_id;
    },
  };
}

export type BankPricesService = ReturnType<typeof createBankPricesService>;
