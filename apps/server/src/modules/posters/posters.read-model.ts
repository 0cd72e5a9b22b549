import type { Db } from '../../platform/database/database.ts';

export const listPosterOptions = (db: Db, type: string | undefined) =>
  db
    .selectFrom('poster_values')
    .select(['id', 'type', 'name', 'description', 'price_cents'])
    .$if(type !== undefined, (query) => query.where('type', '=', type ?? ''))
    .orderBy('type')
    .orderBy('position')
    .orderBy('name')
    .execute();
export type PosterOptionRow = Awaited<ReturnType<typeof listPosterOptions>>[number];

export const listCombinations = (db: Db, { id, orientationId }: { id?: string; orientationId?: string | undefined }) =>
  db
    .selectFrom('poster_combinations as combination')
    .innerJoin('poster_values as orientation', 'orientation.id', 'combination.orientation_id')
    .innerJoin('poster_values as size', 'size.id', 'combination.size_id')
    .innerJoin('poster_values as paper', 'paper.id', 'combination.paper_stock_id')
    .innerJoin('poster_values as lamination', 'lamination.id', 'combination.lamination_id')
    .select([
      'combination.id',
      'combination.name',
      'combination.price_cents',
      'orientation.id as orientation_id',
      'orientation.name as orientation_name',
      'size.id as size_id',
      'size.name as size_name',
      'paper.id as paper_id',
      'paper.name as paper_name',
      'lamination.id as lamination_id',
      'lamination.name as lamination_name',
    ])
    .$if(id !== undefined, (query) => query.where('combination.id', '=', id ?? ''))
    .$if(orientationId !== undefined, (query) => query.where('orientation.id', '=', orientationId ?? ''))
    .orderBy('orientation.position')
    .orderBy('size.position')
    .orderBy('paper.position')
    .orderBy('lamination.position')
    .execute();
export type CombinationRow = Awaited<ReturnType<typeof listCombinations>>[number];

export interface CombinationKey {
  orientationId: string;
  sizeId: string;
  paperStockId: string;
  laminationId: string;
}

export const findCombination = (db: Db, { orientationId, sizeId, paperStockId, laminationId }: CombinationKey) =>
  db
    .selectFrom('poster_combinations')
    .select(['id', 'price_cents'])
    .where('orientation_id', '=', orientationId)
    .where('size_id', '=', sizeId)
    .where('paper_stock_id', '=', paperStockId)
    .where('lamination_id', '=', laminationId)
    .executeTakeFirst();
