import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';

export interface AuditEntry {
  actorId: string;
  /** Whose it is that is changed; null for what belongs to nobody. */
  userId: string | null;
  action: string;
  /** What is changed: before it is, so that the trail has how it reads now. How it reads after that is added when the transaction commits. */
  objects?: { table: string; ids: readonly string[] };
  /** What the rows themselves do not say. */
  detail?: object;
}

/** More are not named one by one. */
const MAX_AUDITED_IDS = 100;

export const insertAuditEntry = (tx: Tx, { actorId, userId, action, objects, detail = {} }: AuditEntry) => {
  const ids = objects?.ids.slice(0, MAX_AUDITED_IDS) ?? [];
  return tx
    .insertInto('audit_entries')
    .values({
      id: newId(),
      actor_id: actorId,
      user_id: userId,
      action,
      detail: JSON.stringify({ ...detail, ...(objects && objects.ids.length > MAX_AUDITED_IDS && { count: objects.ids.length }) }),
      ...(objects && {
        object_kind: objects.table,
        object_ids: [...ids],
        before: sql<string>`audited_rows(${objects.table}, ${ids}::uuid[])`,
      }),
    })
    .execute();
};
