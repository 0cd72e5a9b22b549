import type { TestApp } from './test-app.ts';

interface AuditEntry {
  action: string;
  actorId: string;
  userId: string | null;
  /** Changed columns of this object; null when it did not exist. */
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  detail: unknown;
}

/** Returns the audit entries about an object, oldest first. */
export async function listAuditEntries({ db }: TestApp, id: string): Promise<AuditEntry[]> {
  const rows = await db.selectFrom('audit_entries').selectAll().orderBy('id').execute();
  const of = (changes: unknown) => (changes as Record<string, Record<string, unknown>> | null)?.[id] ?? null;
  return rows
    .filter(({ object_ids: ids }) => ids.includes(id))
    .map(({ action, actor_id: actorId, user_id: userId, before, after, detail }) => ({
      action,
      actorId,
      userId,
      before: of(before),
      after: of(after),
      detail,
    }));
}

/** Returns the entries of the audit trail about one account, oldest first. */
export const listAccountAuditEntries = async (
  { db }: TestApp,
  userId: string,
): Promise<Pick<AuditEntry, 'action' | 'actorId' | 'detail'>[]> => {
  const rows = await db
    .selectFrom('audit_entries')
    .select(['action', 'actor_id', 'detail'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
  return rows.map(({ action, actor_id: actorId, detail }) => ({ action, actorId, detail }));
};
