import type { CombinationBody, MasterValue, MasterValueBody, PosterCombination } from '@vitrine/contract';
import type { Database, Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { insertAuditEntry, type Person } from '../access/index.ts';
import { assertVersion } from '../accounts/index.ts';
import { toCents } from '../orders/index.ts';
import * as store from './poster-options.store.ts';
import { presentCombination, presentPosterOption } from './posters.presenter.ts';
import { findCombination, listCombinations } from './posters.read-model.ts';

const isShipping = (type: string): boolean => type.startsWith('shipping');

/** Sending has a price, and nothing else does. */
function getPriceCents({ type, price }: MasterValueBody): number | null {
  if (!isShipping(type)) return null;
  if (price === null || price === undefined) throw new AppError('INVALID', 'Price should not be empty.');
  return toCents(price);
}

const toColumns = ({ name, orientationId, sizeId, paperStockId, laminationId, price }: CombinationBody): store.CombinationValues => ({
  name,
  orientation_id: orientationId,
  size_id: sizeId,
  paper_stock_id: paperStockId,
  lamination_id: laminationId,
  price_cents: toCents(price),
});

/** Poster options as administrators change them. Orders keep their options and prices. */
export function createPosterOptionsService({ db }: { db: Database }) {
  const audit = (tx: Tx, actor: Person, action: string, table: 'poster_values' | 'poster_combinations', id: string) =>
    insertAuditEntry(tx, { actorId: actor.userId, userId: null, action, objects: { table, ids: [id] } });

  const withLockedOptions = <Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> =>
    db.transaction().execute(async (tx) => {
      await store.lockPosterOptions(tx);
      return work(tx);
    });

  const assertNameAvailable = async (tx: Tx, { type, name }: { type: string; name: string }, id?: string): Promise<void> => {
    const taken = await store.findPosterOptionByName(tx, type, name);
    if (taken && taken.id !== id) throw new AppError('VALUE_TAKEN');
  };

  /** Throws unless the four values exist with their types and the combination is new. */
  const assertValidCombination = async (tx: Tx, body: CombinationBody, id?: string): Promise<void> => {
    if ((await store.countMatchingOptions(tx, body)) !== 4) throw new AppError('POSTER_UNAVAILABLE');
    const taken = await findCombination(tx, body);
    if (taken && taken.id !== id) throw new AppError('VALUE_TAKEN');
  };

  const findCombinationOrThrow = async (tx: Tx, id: string): Promise<PosterCombination> => {
    const [row] = await listCombinations(tx, { id });
    if (!row) throw new AppError('NOT_FOUND');
    return presentCombination(row);
  };

  return {
    create: (actor: Person, body: MasterValueBody): Promise<MasterValue> =>
      withLockedOptions(async (tx) => {
        await assertNameAvailable(tx, body);
        const value = { id: newId(), type: body.type, name: body.name, description: body.description, price_cents: getPriceCents(body) };
        await audit(tx, actor, 'posterValue.create', 'poster_values', value.id);
        await store.insertPosterOption(tx, value);
        return presentPosterOption(value);
      }),

    /** Replaces a value; its type cannot change. NOT_FOUND, VALUE_TAKEN, EDIT_CONFLICT. */
    edit: (actor: Person, id: string, body: MasterValueBody, version?: string): Promise<MasterValue> =>
      withLockedOptions(async (tx) => {
        const before = await store.findPosterOption(tx, id);
        if (before?.type !== body.type) throw new AppError('NOT_FOUND');
        await assertVersion(tx, version, presentPosterOption(before), { table: 'poster_values', id });
        await assertNameAvailable(tx, body, id);
        const after = { name: body.name, description: body.description, price_cents: getPriceCents(body) };
        await audit(tx, actor, 'posterValue.update', 'poster_values', id);
        await store.updatePosterOption(tx, id, after);
        return presentPosterOption({ ...before, ...after });
      }),

    /** Returns false when the id does not exist. VALUE_IN_USE. */
    remove: (actor: Person, id: string): Promise<boolean> =>
      withLockedOptions(async (tx) => {
        const before = await store.findPosterOption(tx, id);
        if (!before) return false;
        if (await store.isOptionInCombination(tx, id)) throw new AppError('VALUE_IN_USE');
        await audit(tx, actor, 'posterValue.delete', 'poster_values', id);
        await store.deletePosterOption(tx, id);
        return true;
      }),

    createCombination: (actor: Person, body: CombinationBody): Promise<PosterCombination> =>
      withLockedOptions(async (tx) => {
        await assertValidCombination(tx, body);
        const combination = { id: newId(), ...toColumns(body) };
        await audit(tx, actor, 'posterCombination.create', 'poster_combinations', combination.id);
        await store.insertCombination(tx, combination);
        return findCombinationOrThrow(tx, combination.id);
      }),

    /** NOT_FOUND, POSTER_UNAVAILABLE, VALUE_TAKEN, EDIT_CONFLICT. */
    editCombination: (actor: Person, id: string, body: CombinationBody, version?: string): Promise<PosterCombination> =>
      withLockedOptions(async (tx) => {
        const before = await store.findCombinationById(tx, id);
        if (!before) throw new AppError('NOT_FOUND');
        await assertVersion(tx, version, await findCombinationOrThrow(tx, id), { table: 'poster_combinations', id });
        await assertValidCombination(tx, body, id);
        await audit(tx, actor, 'posterCombination.update', 'poster_combinations', id);
        await store.updateCombination(tx, id, toColumns(body));
        return findCombinationOrThrow(tx, id);
      }),

    removeCombination: (actor: Person, id: string): Promise<void> =>
      withLockedOptions(async (tx) => {
        const before = await store.findCombinationById(tx, id);
        if (!before) throw new AppError('NOT_FOUND');
        await audit(tx, actor, 'posterCombination.delete', 'poster_combinations', id);
        await store.deleteCombination(tx, id);
      }),
  };
}
