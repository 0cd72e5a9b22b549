import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { findLinkPolicy, getViewerId, listOwnerRows, type OwnerRow, type Viewer } from '../access/index.ts';
import type { FileReference } from '../define-module.ts';

declare module '../access/policies.ts' {
  interface Actions {
    /** To know where it was taken. Of people, holders say so; of links, their module. */
    'file.seePlace': true;
  }
}

/** Who may know where a file was taken: whose it is, and those whom what holds it lets know. */
const selectLocationReaders = (holders: readonly FileReference[], ids: string[]): RawBuilder<OwnerRow> => {
  const asked = sql`files.id = any(${ids}::uuid[]) and not files.hides_place`;
  const original = sql`coalesce(files.root_id, files.id)`;
  const held = holders.flatMap(({ table, column, locationReaders: placeReaders }) =>
    placeReaders
      ? [
          sql`select files.id, people.user_id::text from files join ${sql.table(table)} on ${sql.ref(`${table}.${column}`)} = ${original}
            cross join lateral (${placeReaders}) as people where ${asked}`,
        ]
      : [],
  );
  return sql<OwnerRow>`select id, user_id as "ownerId" from (${sql.join(
    [sql`select files.id, files.owner_id::text as user_id from files where ${asked}`, ...held],
    sql` union all `,
  )}) as people`;
};

/** Which of these files somebody may know the place of. Nobody does by what they are to others: also no administrator. */
export const createLocationAccess =
  (holders: readonly FileReference[]) =>
  async (db: Db, viewer: Viewer, fileIds: string[]): Promise<Set<string>> => {
    const policy = viewer.kind === 'link' ? findLinkPolicy('file.seePlace') : (ids: string[]) => selectLocationReaders(holders, ids);
    const viewers = policy ? await listOwnerRows(db, policy(fileIds)) : [];
    return new Set(viewers.filter(({ ownerId }) => ownerId === getViewerId(viewer)).map(({ id }) => id));
  };
export type LocationAccess = ReturnType<typeof createLocationAccess>;
