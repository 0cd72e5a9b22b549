import { type RawBuilder, sql } from 'kysely';
import { ANY_SIGNED_IN, type OwnerRow, type Policies } from '../access/index.ts';
import type { FileReference, Module } from '../define-module.ts';

declare module '../access/policies.ts' {
  interface Actions {
    'file.read': true;
    /** Sees a small picture of a file that was ordered as a poster. */
    'orderedFile.read': true;
  }
}

/** What modules say about which of their columns hold files is all that decides whether a file is in use, and who may read it. */
export const listFileReferences = (modules: readonly Module[]): FileReference[] =>
  modules.flatMap(({ fileReferences: holdsFiles = [] }) => holdsFiles);

const column = ({ table, column: name }: FileReference) => sql.ref(`${table}.${name}`);

export const isUnreferenced = (holders: readonly FileReference[]): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join(
    holders.map((holder) => sql`not exists (select from ${sql.table(holder.table)} where ${column(holder)} = files.id)`),
    sql` and `,
  )})`;

/** Who uploaded it; whoever reads what holds it, or the original it was made from; and everybody while it is somebody's picture. */
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
