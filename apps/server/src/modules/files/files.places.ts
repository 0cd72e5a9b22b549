import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { listOwned, type Owned, type Person } from '../access/index.ts';
import type { FileHolder } from '../define-module.ts';

/** Who may know where a file was taken: whose it is, and those whom what holds it lets know. */
const peopleOfPlace = (holders: readonly FileHolder[], ids: string[]): RawBuilder<Owned> => {
  const asked = sql`files.id = any(${ids}::uuid[]) and not files.hides_place`;
  const original = sql`coalesce(files.root_id, files.id)`;
  const held = holders.flatMap(({ table, column, placeReaders }) =>
    placeReaders
      ? [
          sql`select files.id, people.user_id::text from files join ${sql.table(table)} on ${sql.ref(`${table}.${column}`)} = ${original}
            cross join lateral (${placeReaders}) as people where ${asked}`,
        ]
      : [],
  );
  return sql<Owned>`select id, user_id as "ownerId" from (${sql.join(
    [sql`select files.id, files.owner_id::text as user_id from files where ${asked}`, ...held],
    sql` union all `,
  )}) as people`;
};

/** Which of these files somebody may know the place of. Nobody does by what they are to others: also no administrator. */
export const createPlaceSight =
  (holders: readonly FileHolder[]) =>
  async (db: Db, actor: Person, fileIds: string[]): Promise<Set<string>> => {
    const people = await listOwned(db, peopleOfPlace(holders, fileIds));
    return new Set(people.filter(({ ownerId }) => ownerId === actor.userId).map(({ id }) => id));
  };
export type PlaceSight = ReturnType<typeof createPlaceSight>;
