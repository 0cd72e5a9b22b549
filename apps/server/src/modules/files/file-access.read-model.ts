import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { ANY_SIGNED_IN, findLinkPolicy, getViewerId, listOwnerRows, type OwnerRow, type Policies, type Viewer } from '../access/index.ts';
import type { FileReference, Module } from '../define-module.ts';

declare module '../access/policies.ts' {
  interface Actions {
    'file.read': true;
    /** Sees a small picture of a file that was ordered as a poster. */
    'orderedFile.read': true;
  }
}

/** Returns the columns that hold files, as declared by the modules. They alone decide whether a file is in use and who may read it. */
export const listFileReferences = (modules: readonly Module[]): FileReference[] =>
  modules.flatMap(({ fileReferences = [] }) => fileReferences);

const column = ({ table, column: name }: FileReference) => sql.ref(`${table}.${name}`);

export const isUnreferenced = (holders: readonly FileReference[]): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join(
    holders.map((holder) => sql`not exists (select from ${sql.table(holder.table)} where ${column(holder)} = files.id)`),
    sql` and `,
  )})`;

/** Policies of files: the uploader, accounts that may read what holds the file or its original, and everyone while it is a profile picture. */
export function createFilePolicies(modules: readonly Module[]): Policies {
  const holders = listFileReferences(modules);
  const original = sql`coalesce(files.root_id, files.id)`;
  const ordered = modules.flatMap(({ orderedFiles }) => orderedFiles ?? []);
  const asked = (ids: string[]) => sql`files.id = any(${ids}::uuid[])`;
  return {
    'file.read': (ids) =>
      sql<OwnerRow>`${sql.join(
        [
          sql`select files.id, files.owner_id::text as "ownerId", false as "isGuest" from files where ${asked(ids)}`,
          ...holders.map((holder) =>
            holder.readers
              ? sql`select files.id, people.user_id::text, true from files join ${sql.table(holder.table)} on ${column(holder)} = ${original}
                cross join lateral (${holder.readers}) as people where ${asked(ids)}`
              : sql`select files.id, ${sql.lit(ANY_SIGNED_IN)}, true from files
                where ${asked(ids)} and exists (select from ${sql.table(holder.table)} where ${column(holder)} = ${original})`,
          ),
        ],
        sql` union all `,
      )}`,
    'orderedFile.read': (ids) =>
      sql<OwnerRow>`${sql.join([sql`select null::uuid as id, null::text as "ownerId" where false`, ...ordered.map((query) => query(ids))], sql` union all `)}`,
  };
}

declare module '../access/policies.ts' {
  interface Actions {
    /** Permission to see the place of capture. Accounts have it through holders, links through their module. */
    'file.seePlace': true;
  }
}

/** Who may know where a file was taken: whose it is, and those whom what holds it lets know. */
const selectLocationReaders = (holders: readonly FileReference[], ids: string[]): RawBuilder<OwnerRow> => {
  const asked = sql`files.id = any(${ids}::uuid[]) and not files.hides_place`;
  const original = sql`coalesce(files.root_id, files.id)`;
  const held = holders.flatMap(({ table, column, locationReaders }) =>
    locationReaders
      ? [
          sql`select files.id, people.user_id::text from files join ${sql.table(table)} on ${sql.ref(`${table}.${column}`)} = ${original}
            cross join lateral (${locationReaders}) as people where ${asked}`,
        ]
      : [],
  );
  return sql<OwnerRow>`select id, user_id as "ownerId" from (${sql.join(
    [sql`select files.id, files.owner_id::text as user_id from files where ${asked}`, ...held],
    sql` union all `,
  )}) as people`;
};

/** Returns those of these files whose place the viewer may see. Roles do not matter, not even that of an administrator. */
export const createLocationAccess =
  (holders: readonly FileReference[]) =>
  async (db: Db, viewer: Viewer, fileIds: string[]): Promise<Set<string>> => {
    const policy = viewer.kind === 'link' ? findLinkPolicy('file.seePlace') : (ids: string[]) => selectLocationReaders(holders, ids);
    const viewers = policy ? await listOwnerRows(db, policy(fileIds)) : [];
    return new Set(viewers.filter(({ ownerId }) => ownerId === getViewerId(viewer)).map(({ id }) => id));
  };
export type LocationAccess = ReturnType<typeof createLocationAccess>;
