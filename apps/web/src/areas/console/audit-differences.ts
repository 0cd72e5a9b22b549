import type { AuditEntryDetails } from '@vitrine/contract/audit';

interface FieldDifference {
  column: string;
  /** Undefined when the object did not exist. */
  before: unknown;
  after: unknown;
}

/** Changes of one object, field by field. */
export interface Difference {
  objectId: string;
  name: string | null;
  /** `same` for one that was named and of which no column differs. */
  kind: 'added' | 'removed' | 'changed' | 'same';
  fields: FieldDifference[];
}

type Columns = Record<string, unknown>;

const getRowName = (columns: Columns | null | undefined): string | null => (typeof columns?.['name'] === 'string' ? columns['name'] : null);

/** Returns the differences between an entry's before and after values, in the order of the listed objects. */
export function getDifferences({ objectIds, before, after }: Pick<AuditEntryDetails, 'objectIds' | 'before' | 'after'>): Difference[] {
  const known = new Set([...Object.keys(before), ...Object.keys(after)]);
  const ids = [...objectIds.filter((id) => known.has(id)), ...[...known].filter((id) => !objectIds.includes(id))];
  return ids.map((objectId) => {
    const [was, is] = [before[objectId], after[objectId]];
    const name = getRowName(was) ?? getRowName(is);
    // The entry lists existing objects by key, even without changes.
    const isAdded = !(objectId in before);
    const isRemoved = !(objectId in after);
    // The name accompanies changes so that the object can be recognized.
    const columns = Object.keys({ ...was, ...is }).filter((column) => isAdded || isRemoved || column !== 'name' || (is && 'name' in is));
    const fields = columns.toSorted().map((column) => ({ column, before: was?.[column], after: is?.[column] }));
    return { objectId, name, kind: isAdded ? 'added' : isRemoved ? 'removed' : fields.length > 0 ? 'changed' : 'same', fields };
  });
}
