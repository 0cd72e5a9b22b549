import type { AuditEntryDetails } from '@vitrine/contract/audit';

interface FieldDifference {
  column: string;
  /** Undefined where the thing was not there. */
  before: unknown;
  after: unknown;
}

/** What became of one thing, field by field. */
export interface Difference {
  objectId: string;
  name: string | null;
  /** `same` for one that was named and of which no column differs. */
  kind: 'added' | 'removed' | 'changed' | 'same';
  fields: FieldDifference[];
}

type Columns = Record<string, unknown>;

const getRowName = (columns: Columns | null | undefined): string | null => (typeof columns?.['name'] === 'string' ? columns['name'] : null);

/** Before and after of an entry as the differences they make, in the order in which the things were named. */
export function getDifferences({ objectIds, before, after }: Pick<AuditEntryDetails, 'objectIds' | 'before' | 'after'>): Difference[] {
  const known = new Set([...Object.keys(before), ...Object.keys(after)]);
  const ids = [...objectIds.filter((id) => known.has(id)), ...[...known].filter((id) => !objectIds.includes(id))];
  return ids.map((objectId) => {
    const [was, is] = [before[objectId], after[objectId]];
    const name = getRowName(was) ?? getRowName(is);
    // The trail names what is there by its key, also where nothing of it differs.
    const isAdded = !(objectId in before);
    const isRemoved = !(objectId in after);
    // The name stands beside what differs so that one knows the thing by it.
    const columns = Object.keys({ ...was, ...is }).filter((column) => isAdded || isRemoved || column !== 'name' || (is && 'name' in is));
    const fields = columns.toSorted().map((column) => ({ column, before: was?.[column], after: is?.[column] }));
    return { objectId, name, kind: isAdded ? 'added' : isRemoved ? 'removed' : fields.length > 0 ? 'changed' : 'same', fields };
  });
}
