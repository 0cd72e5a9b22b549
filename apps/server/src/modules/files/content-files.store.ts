import type { Tx } from '../../platform/database/database.ts';
import type { NewDerivative, NewOriginal } from './files.store.ts';

/** Inserts an original that was not inserted before, and its derivatives. */
export const insertContentFiles = (tx: Tx, original: NewOriginal, derivatives: readonly NewDerivative[]) =>
  tx
    .insertInto('files')
    .values([{ ...original, role: 'original' }, ...derivatives.map((row) => ({ ...row, owner_id: original.owner_id }))])
    .execute();
