import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';
import type { CombinationKey } from './posters.read-model.ts';

const COLUMNS = ['id', 'type', 'name', 'description', 'price_cents'] as const;

export interface PosterOptionChange {
  name: string;
  description: string;
  price_cents: number | null;
}

/** Locks options and combinations, so that checks for uniqueness and use stay valid until the commit. */
export const lockPosterOptions = (tx: Tx) => sql`lock table poster_values, poster_combinations in share row exclusive mode`.execute(tx);

export const findPosterOption = (db: Db, id: string) =>
  db.selectFrom('poster_values').select(COLUMNS).where('id', '=', id).executeTakeFirst();

export const findPosterOptionByName = (db: Db, type: string, name: string) =>
  db.selectFrom('poster_values').select('id').where('type', '=', type).where('name', '=', name).executeTakeFirst();

/** Inserts an option as the last one of its type. */
export const insertPosterOption = (tx: Tx, value: PosterOptionChange & { id: string; type: string }) =>
  tx
    .insertInto('poster_values')
    .values({
      ...value,
      position: sql<number>`(select coalesce(max(position), 0) + 1 from poster_values where type = ${value.type})`,
    })
    .execute();

export const updatePosterOption = (tx: Tx, id: string, change: PosterOptionChange) =>
  tx.updateTable('poster_values').set(change).where('id', '=', id).execute();

export const deletePosterOption = (tx: Tx, id: string) => tx.deleteFrom('poster_values').where('id', '=', id).execute();

/** Returns true when a combination uses the option. */
export const isOptionInCombination = async (db: Db, id: string): Promise<boolean> =>
  (await db
    .selectFrom('poster_combinations')
    .select('id')
    .where((eb) =>
      eb.or([eb('orientation_id', '=', id), eb('size_id', '=', id), eb('paper_stock_id', '=', id), eb('lamination_id', '=', id)]),
    )
    .limit(1)
    .executeTakeFirst()) !== undefined;

export const countMatchingOptions = async (
  db: Db,
  { orientationId, sizeId, paperStockId, laminationId }: CombinationKey,
): Promise<number> => {
  const matches = (id: string, type: string) => sql`(id = ${id} and type = ${type})`;
  const { rows } = await sql<{ count: number }>`select count(*) from poster_values
    where ${matches(orientationId, 'orientation')} or ${matches(sizeId, 'size')} or ${matches(paperStockId, 'paperstock')} or ${matches(laminationId, 'lamination')}`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
};

export interface CombinationValues {
  name: string;
  orientation_id: string;
  size_id: string;
  paper_stock_id: string;
  lamination_id: string;
  price_cents: number;
}

export const findCombinationById = (db: Db, id: string) =>
  db
    .selectFrom('poster_combinations')
    .select(['id', 'name', 'orientation_id', 'size_id', 'paper_stock_id', 'lamination_id', 'price_cents'])
    .where('id', '=', id)
    .executeTakeFirst();

export const insertCombination = (tx: Tx, combination: CombinationValues & { id: string }) =>
  tx.insertInto('poster_combinations').values(combination).execute();

export const updateCombination = (tx: Tx, id: string, combination: CombinationValues) =>
  tx.updateTable('poster_combinations').set(combination).where('id', '=', id).execute();

export const deleteCombination = (tx: Tx, id: string) => tx.deleteFrom('poster_combinations').where('id', '=', id).execute();
