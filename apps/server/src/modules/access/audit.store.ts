import type { Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';

export interface AuditEntry {
  actorId: string;
  /** Whose it is that was changed; null for what belongs to nobody. */
  userId: string | null;
  action: string;
  /** Before and after, as far as it has them. */
  detail: object;
}

export const insertAuditEntry = (tx: Tx, { actorId, userId, action, detail }: AuditEntry) =>
  tx
    .insertInto('audit_entries')
    .values({ id: newId(), actor_id: actorId, user_id: userId, action, detail: JSON.stringify(detail) })
    .execute();
