import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { ANY_SIGNED_IN, findLinkPolicy, getViewerId, listOwnerRows, type OwnerRow, type Policies, type Viewer } from '../access/index.ts';
import type { FileReference, Module } from '../define-module.ts';

declare module '../access/policies.ts' {
  interface Actions {
    'file.read': true;
    /** Read a thumbnail of a file that was ordered as a poster. */
    'orderedFile.read': true;
  }
}

/** Returns the columns that hold files, as declared by the modules. They alone decide whether a file is in use and who may read it. */
export const listFileReferences = (modules: readonly Module[]): FileReference[] =>
  modules.flatMap(({ fileReferences = [] }) => fileReferences);

const column = ({ table, column: name }: FileReference) => sql.ref(`${table}.${name}`);

export const isUnreferenced = (references: readonly FileReference[]): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join(
    references.map((reference) => sql`not exists (select from ${sql.table(reference.table)} where ${column(reference)} = files.id)`),
    sql` and `,
  )})`;

/** Creates the policies of files: the uploader, readers of an object that refers to the file or its original, and every account for profile pictures. */
export function createFilePolicies(modules: readonly Module[]): Policies {
  const references = listFileReferences(modules);
  const original = sql`coalesce(files.root_id, files.id)`;
  const ordered = modules.flatMap(({ orderedFiles }) => orderedFiles ?? []);
  const isRequested = (ids: string[]) => sql`files.id = any(${ids}::uuid[])`;
  return {
    'file.read': (ids) =>
      sql<OwnerRow>`${sql.join(
        [
          sql`select files.id, files.owner_id::text as "ownerId", false as "isGuest" from files where ${isRequested(ids)}`,
          ...references.map((reference) =>
            reference.readers
              ? sql`select files.id, people.user_id::text, true from files join ${sql.table(reference.table)} on ${column(reference)} = ${original}
                cross join lateral (${reference.readers}) as people where ${isRequested(ids)}`
              : sql`select files.id, ${sql.lit(ANY_SIGNED_IN)}, true from files
                where ${isRequested(ids)} and exists (select from ${sql.table(reference.table)} where ${column(reference)} = ${original})`,
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
    /** See the place of capture. Accounts are permitted by file references, links by their module. */
    'file.seePlace': true;
  }
}

/** Selects the accounts that may see the place of capture: the owner, and location readers of the objects that refer to the file. */
const selectLocationReaders = (references: readonly FileReference[], ids: string[]): RawBuilder<OwnerRow> => {
  const isRequested = sql`files.id = any(${ids}::uuid[]) and not files.hides_place`;
  const original = sql`coalesce(files.root_id, files.id)`;
  const referenced = references.flatMap(({ table, column, locationReaders }) =>
    locationReaders
      ? [
          sql`select files.id, people.user_id::text from files join ${sql.table(table)} on ${sql.ref(`${table}.${column}`)} = ${original}
            cross join lateral (${locationReaders}) as people where ${isRequested}`,
        ]
      : [],
  );
  return sql<OwnerRow>`select id, user_id as "ownerId" from (${sql.join(
    [sql`select files.id, files.owner_id::text as user_id from files where ${isRequested}`, ...referenced],
    sql` union all `,
  )}) as people`;
};

/** Returns the files whose place of capture the viewer may see. Roles grant no access, not even the administrator role. */
export const createLocationAccess =
  (references: readonly FileReference[]) =>
  async (db: Db, viewer: Viewer, fileIds: string[]): Promise<Set<string>> => {
    const policy = viewer.kind === 'link' ? findLinkPolicy('file.seePlace') : (ids: string[]) => selectLocationReaders(references, ids);
    const viewers = policy ? await listOwnerRows(db, policy(fileIds)) : [];
    return new Set(viewers.filter(({ ownerId }) => ownerId === getViewerId(viewer)).map(({ id }) => id));
  };
export type LocationAccess = ReturnType<typeof createLocationAccess>;
