import { type MasterValue, masterValueType, type PosterCombination } from '@vitrine/contract';
import { withVersion } from '../accounts/index.ts';
import type { CombinationRow, PosterOptionRow } from './posters.read-model.ts';

const toDollars = (cents: number): number => cents / 100;

export const presentPosterOption = (row: PosterOptionRow): MasterValue =>
  withVersion({
    _id: row.id,
    type: masterValueType.parse(row.type),
    name: row.name,
    description: row.description,
    price: row.price_cents === null ? null : toDollars(row.price_cents),
  });

export const presentCombination = (row: CombinationRow): PosterCombination =>
  withVersion({
    _id: row.id,
    name: row.name,
    orientationId: { _id: row.orientation_id, name: row.orientation_name },
    sizeId: { _id: row.size_id, name: row.size_name },
    paperStockId: { _id: row.paper_id, name: row.paper_name },
    laminationId: { _id: row.lamination_id, name: row.lamination_name },
    price: toDollars(row.price_cents),
  });

export const presentPrice = ({ id, price_cents }: { id: string; price_cents: number }) => ({ _id: id, price: toDollars(price_cents) });
