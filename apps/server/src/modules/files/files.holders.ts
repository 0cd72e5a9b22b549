import { type RawBuilder, sql } from 'kysely';
import { EVERYBODY, type Owned, type Policies } from '../access/index.ts';
import type { FileHolder, Module } from '../define-module.ts';

declare module '../access/policies.ts' {
  interface Actions {
    'file.read': true;
    /** Sees a small picture of a file that was ordered as a poster. */
    'orderedFile.read': true;
  }
}

/** What modules say about which of their columns hold files is all that decides whether a file is in use, and who may read it. */
export const holdersOf = (modules: readonly Module[]): FileHolder[] => modules.flatMap(({ holdsFiles = [] }) => holdsFiles);

const column = ({ table, column: name }: FileHolder) => sql.ref(`${table}.${name}`);

export const isHeldByNone = (holders: readonly FileHolder[]): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join(
    holders.map((holder) => sql`not exists (select from ${sql.table(holder.table)} where ${column(holder)} = files.id)`),
    sql` and `,
  )})`;

/** Who uploaded it; whoever reads what holds it, or the original it was made from; and everybody while it is somebody's picture. */
export function filePolicies(modules: readonly Module[]): Policies {
  const holders = holdersOf(modules);
  const original = sql`coalesce(files.root_id, files.id)`;
  const ordered = modules.flatMap(({ orderedFiles }) => orderedFiles ?? []);
  const asked = (ids: string[]) => sql`files.id = any(${ids}::uuid[])`;
  return {
    'file.read': (ids) =>
      sql<Owned>`${sql.join(
        [
          sql`select files.id, files.owner_id::text as "ownerId", false as "isGuest" from files where ${asked(ids)}`,
          ...holders.map((holder) =>
            holder.readers
              ? sql`select files.id, people.user_id::text, true from files join ${sql.table(holder.table)} on ${column(holder)} = ${original}
                cross join lateral (${holder.readers}) as people where ${asked(ids)}`
              : sql`select files.id, ${sql.lit(EVERYBODY)}, true from files
                where ${asked(ids)} and exists (select from ${sql.table(holder.table)} where ${column(holder)} = ${original})`,
          ),
        ],
        sql` union all `,
      )}`,
    'orderedFile.read': (ids) =>
      sql<Owned>`${sql.join([sql`select null::uuid as id, null::text as "ownerId" where false`, ...ordered.map((query) => query(ids))], sql` union all `)}`,
  };
}
