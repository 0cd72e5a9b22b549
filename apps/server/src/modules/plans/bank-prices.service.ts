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
  return {
    async ensure(sale: PlanPriceRow): Promise<string> {
      const known = await db
        .selectFrom('bank_prices')
        .select('bank_price_id')
        .where('price_id', '=', sale.price_id)
        .where('bank', '=', cards.name)
        .executeTakeFirst();
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
