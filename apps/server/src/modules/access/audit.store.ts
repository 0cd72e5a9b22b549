import type { Tx } from '../../platform/database/database.ts';

export interface AuditEntry {
  id: string;
  actor_id: string;
  user_id: string | null;
  action: string;
  /** JSON text. */
  detail: string;
}

export const insertAuditEntry = (tx: Tx, entry: AuditEntry) => tx.insertInto('audit_entries').values(entry).execute();
