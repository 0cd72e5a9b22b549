import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';

/** Adds a version that changes whenever anything of the object does. A form sends it back with If-Match. */
export const withVersion = <T extends object>(object: T): T & { version: string } => ({ ...object, version: versionOf(object) });

export const versionOf = (object: object): string => createHash('sha256').update(JSON.stringify(object)).digest('base64url').slice(0, 16);

/** The row that is edited: its table and id, as the audit trail names it. */
interface Edited {
  table: string;
  id: string;
}

/**
 * Throws EDIT_CONFLICT, with the name of the last editor, when the object is not the one that the form was opened with. Call it after the row is locked
 * and before the edit is audited. `expected` is undefined for clients that send no version.
 */
export async function assertVersion(db: Db, expected: string | undefined, current: { version: string }, edited: Edited): Promise<void> {
  if (expected === undefined || expected === current.version) return;
  const editor = await findLastEditor(db, edited);
  throw new AppError(
    'EDIT_CONFLICT',
    editor && `${editor} changed this after you opened it. Your changes are kept here. Save again to replace theirs.`,
  );
}

async function findLastEditor(db: Db, { table, id }: Edited): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select users.name from audit_entries join users on users.id = audit_entries.actor_id
    where audit_entries.object_kind = ${table} and audit_entries.object_ids @> array[${id}]::uuid[]
    order by audit_entries.id desc limit 1`.execute(db);
  return rows[0]?.name;
}
