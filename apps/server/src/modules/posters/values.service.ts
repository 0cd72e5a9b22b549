import type { CombinationBody, MasterValue, MasterValueBody, PosterCombination } from '@vitrine/contract';
import type { Database, Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { insertAuditEntry, type Person } from '../access/index.ts';
import { assertVersion } from '../accounts/index.ts';
import { centsOf } from '../orders/index.ts';
import { presentCombination, presentValue } from './posters.presenter.ts';
import { findCombination, listCombinations } from './posters.read-model.ts';
import * as store from './values.store.ts';

const isShipping = (type: string): boolean => type.startsWith('shipping');

/** Sending has a price, and nothing else does. */
function priceOf({ type, price }: MasterValueBody): number | null {
  if (!isShipping(type)) return null;
  if (price === null || price === undefined) throw new AppError('INVALID', 'Price should not be empty.');
  return centsOf(price);
}

const columnsOf = ({ name, orientationId, sizeId, paperStockId, laminationId, price }: CombinationBody): store.CombinationValues => ({
  name,
  orientation_id: orientationId,
  size_id: sizeId,
  paper_stock_id: paperStockId,
  lamination_id: laminationId,
  price_cents: centsOf(price),
});

/** What posters can be made of, as administrators change it. Orders keep what they were made of and cost. */
export function createValues({ db }: { db: Database }) {
  const audit = (tx: Tx, actor: Person, action: string, table: 'poster_values' | 'poster_combinations', id: string) =>
    insertAuditEntry(tx, { actorId: actor.userId, userId: null, action, objects: { table, ids: [id] } });

  const changing = <Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> =>
    db.transaction().execute(async (tx) => {
      await store.lockValues(tx);
      return work(tx);
    });

  const assertFree = async (tx: Tx, { type, name }: { type: string; name: string }, id?: string): Promise<void> => {
    const taken = await store.findValueNamed(tx, type, name);
    if (taken && taken.id !== id) throw new AppError('VALUE_TAKEN');
  };

  /** The four are there and of their types, and nobody else has put them together. */
  const assertMakable = async (tx: Tx, body: CombinationBody, id?: string): Promise<void> => {
    if ((await store.countOfTypes(tx, body)) !== 4) throw new AppError('POSTER_UNAVAILABLE');
    const taken = await findCombination(tx, body);
    if (taken && taken.id !== id) throw new AppError('VALUE_TAKEN');
  };

  const combinationOf = async (tx: Tx, id: string): Promise<PosterCombination> => {
    const [row] = await listCombinations(tx, { id });
    if (!row) throw new AppError('NOT_FOUND');
    return presentCombination(row);
  };

  return {
    create: (actor: Person, body: MasterValueBody): Promise<MasterValue> =>
      changing(async (tx) => {
        await assertFree(tx, body);
        const value = { id: newId(), type: body.type, name: body.name, description: body.description, price_cents: priceOf(body) };
        await audit(tx, actor, 'posterValue.create', 'poster_values', value.id);
        await store.insertValue(tx, value);
        return presentValue(value);
      }),

    /** Replaces a value; its type cannot change. NOT_FOUND, VALUE_TAKEN, EDIT_CONFLICT. */
    edit: (actor: Person, id: string, body: MasterValueBody, version?: string): Promise<MasterValue> =>
      changing(async (tx) => {
        const before = await store.findValue(tx, id);
        if (before?.type !== body.type) throw new AppError('NOT_FOUND');
        await assertVersion(tx, version, presentValue(before), { table: 'poster_values', id });
        await assertFree(tx, body, id);
        const after = { name: body.name, description: body.description, price_cents: priceOf(body) };
        await audit(tx, actor, 'posterValue.update', 'poster_values', id);
        await store.updateValue(tx, id, after);
        return presentValue({ ...before, ...after });
      }),

    /** Answers false when there is none of this id. VALUE_IN_USE. */
    remove: (actor: Person, id: string): Promise<boolean> =>
      changing(async (tx) => {
        const before = await store.findValue(tx, id);
        if (!before) return false;
        if (await store.isInCombination(tx, id)) throw new AppError('VALUE_IN_USE');
        await audit(tx, actor, 'posterValue.delete', 'poster_values', id);
        await store.deleteValue(tx, id);
        return true;
      }),

    createCombination: (actor: Person, body: CombinationBody): Promise<PosterCombination> =>
      changing(async (tx) => {
        await assertMakable(tx, body);
        const combination = { id: newId(), ...columnsOf(body) };
        await audit(tx, actor, 'posterCombination.create', 'poster_combinations', combination.id);
        await store.insertCombination(tx, combination);
        return combinationOf(tx, combination.id);
      }),

    /** NOT_FOUND, POSTER_UNAVAILABLE, VALUE_TAKEN, EDIT_CONFLICT. */
    editCombination: (actor: Person, id: string, body: CombinationBody, version?: string): Promise<PosterCombination> =>
      changing(async (tx) => {
        const before = await store.findCombinationById(tx, id);
        if (!before) throw new AppError('NOT_FOUND');
        await assertVersion(tx, version, await combinationOf(tx, id), { table: 'poster_combinations', id });
        await assertMakable(tx, body, id);
        await audit(tx, actor, 'posterCombination.update', 'poster_combinations', id);
        await store.updateCombination(tx, id, columnsOf(body));
        return combinationOf(tx, id);
      }),

    removeCombination: (actor: Person, id: string): Promise<void> =>
      changing(async (tx) => {
        const before = await store.findCombinationById(tx, id);
        if (!before) throw new AppError('NOT_FOUND');
        await audit(tx, actor, 'posterCombination.delete', 'poster_combinations', id);
        await store.deleteCombination(tx, id);
      }),
  };
}
