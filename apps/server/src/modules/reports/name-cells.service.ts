import { formatCsvCell } from '../../platform/csv.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { NameArrays } from './play-lines.read-model.ts';

/** Maximum number of names that an export keeps, which exceeds those of one page. Screens mostly show the same items, so few names are loaded again. */
const NAMES_MAX = 2000;

type LoadNames = (tx: Tx, ids: string[]) => Promise<{ id: string; name: string }[]>;

export interface NameCells {
  toArrays: () => NameArrays;
  /** Loads the names of ids that have no cell. The cell of an id without a name that the account can see is empty. */
  add: (tx: Tx, ids: string[]) => Promise<void>;
}

/** Caches names as cells of a CSV file, by id. */
export function createNameCells(load: LoadNames): NameCells {
  const cells = new Map<string, string>();
  let arrays: NameArrays = { ids: [], cells: [] };
  return {
    toArrays: () => arrays,
    async add(tx, ids) {
      if (ids.length === 0) return;
      if (cells.size + ids.length > NAMES_MAX) cells.clear();
      for (const id of ids) cells.set(id, '');
      for (const { id, name } of await load(tx, ids)) cells.set(id, formatCsvCell(name));
      arrays = { ids: [...cells.keys()], cells: [...cells.values()] };
    },
  };
}
