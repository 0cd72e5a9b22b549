import { type MasterValue, masterValueType, type PosterCombination } from '@vitrine/contract';
import { withVersion } from '../accounts/index.ts';
import type { CombinationRow, ValueRow } from './posters.read-model.ts';

const dollars = (cents: number): number => cents / 100;

export const presentValue = (row: ValueRow): MasterValue =>
  withVersion({
    _id: row.id,
    type: masterValueType.parse(row.type),
    name: row.name,
    description: row.description,
    price: row.price_cents === null ? null : dollars(row.price_cents),
  });

export const presentCombination = (row: CombinationRow): PosterCombination =>
  withVersion({
    _id: row.id,
    name: row.name,
    orientationId: { _id: row.orientation_id, name: row.orientation_name },
    sizeId: { _id: row.size_id, name: row.size_name },
    paperStockId: { _id: row.paper_id, name: row.paper_name },
    laminationId: { _id: row.lamination_id, name: row.lamination_name },
    price: dollars(row.price_cents),
  });

export const presentPrice = ({ id, price_cents }: { id: string; price_cents: number }) => ({ _id: id, price: dollars(price_cents) });
