import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';

export interface AuditEntry {
  actorId: string;
  /** Owner of the changed object; null for objects without an owner. */
  userId: string | null;
  action: string;
  /** Changed objects, passed before the change so that their previous values are recorded. The new values are added when the transaction commits. */
  objects?: { table: string; ids: readonly string[] };
  /** The API token with which the actor's program made the change. */
  apiToken?: { name: string } | null;
  /** Details that the rows do not contain. */
  detail?: object;
}

/** Maximum number of objects that one audit entry lists by id. */
const MAX_AUDITED_IDS = 100;

export const insertAuditEntry = (tx: Tx, { actorId, userId, action, objects, apiToken, detail = {} }: AuditEntry) => {
  const ids = objects?.ids.slice(0, MAX_AUDITED_IDS) ?? [];
  return tx
    .insertInto('audit_entries')
    .values({
      id: newId(),
      actor_id: actorId,
      user_id: userId,
      action,
      detail: JSON.stringify({
        ...detail,
        ...(apiToken && { apiToken: apiToken.name }),
        ...(objects && objects.ids.length > MAX_AUDITED_IDS && { count: objects.ids.length }),
      }),
      ...(objects && {
        object_kind: objects.table,
        object_ids: [...ids],
        before: sql<string>`audited_rows(${objects.table}, ${ids}::uuid[])`,
      }),
    })
    .execute();
};
