import type { Cards } from '../../platform/cards/cards.ts';
import { autocommit, type Database, type Db } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';

interface Deps {
  db: Database;
  cards: Cards;
}

/** Finds and creates the bank's customer objects of accounts. */
export function createBankCustomersService({ db, cards }: Deps) {
  const find = async (reader: Db, userId: string): Promise<string | undefined> => {
    const row = await reader
      .selectFrom('bank_customers')
      .select('customer_id')
      .where('user_id', '=', userId)
      .where('bank', '=', cards.name)
      .executeTakeFirst();
    return row?.customer_id;
  };

  return {
    find: (userId: string) => find(db, userId),

    /** Returns the account's customer at the bank, creating it on first use. The key makes concurrent calls create one. NOT_FOUND, BankUnavailableError. */
    async ensure(userId: string): Promise<string> {
      const known = await find(db, userId);
      if (known !== undefined) return known;
      const user = await db.selectFrom('users').select(['email', 'name']).where('id', '=', userId).executeTakeFirst();
      if (!user) throw new AppError('NOT_FOUND');
      const customer = await cards.createCustomer({ userId, ...user }, `customer:${userId}`);
      await autocommit(db)
        .insertInto('bank_customers')
        .values({ user_id: userId, bank: cards.name, customer_id: customer.id })
        .onConflict((conflict) => conflict.columns(['user_id', 'bank']).doNothing())
        .execute();
      return (await find(db, userId)) ?? customer.id;
    },
  };
}

export type BankCustomersService = ReturnType<typeof createBankCustomersService>;
