import { type RawBuilder, sql } from 'kysely';
import { type Db, uuids } from '../../platform/database/database.ts';
import { firstIdAt } from '../../platform/ids.ts';

export interface AuditChoice {
  actorId?: string | undefined;
  ownerId?: string | undefined;
  action?: string | undefined;
  table?: string | undefined;
  object?: string | undefined;
  /** Epoch milliseconds, both ends included. */
  from?: number | undefined;
  until?: number | undefined;
}

export interface AuditRecord {
  id: string;
  created_at: Date;
  actor_id: string;
  actor_name: string | null;
  actor_email: string | null;
  user_id: string | null;
  user_name: string | null;
  user_email: string | null;
  action: string;
  object_kind: string | null;
  object_ids: string[];
  object_name: string | null;
}

export interface AuditEntryRecord extends AuditRecord {
  before: Record<string, Record<string, unknown>> | null;
  after: Record<string, Record<string, unknown>> | null;
  detail: Record<string, unknown>;
}

const NAME = (changes: RawBuilder<unknown>) => sql`${changes} -> (object_ids[1]::text) ->> 'name'`;
const COLUMNS = sql`entry.id, entry.created_at, actor_id, actors.name as actor_name, actors.email as actor_email,
  user_id, owners.name as user_name, owners.email as user_email, action, object_kind, object_ids,
  left(coalesce(${NAME(sql`before`)}, ${NAME(sql`after`)}), 100) as object_name`;
const CHANGES = sql`${COLUMNS}, before, after, detail`;
const PEOPLE = sql`left join users as actors on actors.id = actor_id left join users as owners on owners.id = user_id`;

/** Ids are in order of time, so days are a range of each index. */
const conditionsOf = ({ actorId, ownerId, action, table, from, until }: AuditChoice, after: string | undefined) => [
  ...(actorId === undefined ? [] : [sql`actor_id = ${actorId}`]),
  ...(ownerId === undefined ? [] : [sql`user_id = ${ownerId}`]),
  ...(action === undefined ? [] : [sql`action = ${action}`]),
  ...(table === undefined ? [] : [sql`object_kind = ${table}`]),
  ...(from === undefined ? [] : [sql`id >= ${firstIdAt(from)}::uuid`]),
  ...(until === undefined ? [] : [sql`id < ${firstIdAt(until + 1)}::uuid`]),
  ...(after === undefined ? [] : [sql`id < ${after}::uuid`]),
];

/** Ids of the entries that match, the newest first. */
export async function listMatchingEntries(
  db: Db,
  choice: AuditChoice,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<string[]> {
  const conditions = conditionsOf(choice, after);
  const where = conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
  // What happened to one thing is little, and is found by its own index whatever PostgreSQL expects of reading in order.
  const from =
    choice.object === undefined
      ? sql`audit_entries`
      : sql`(select id, actor_id, user_id, action, object_kind from audit_entries where object_ids @> array[${choice.object}::uuid] offset 0) as of_object`;
  const { rows } = await sql<{ id: string }>`select id from ${from} where ${where} order by id desc limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

const entries = async <Row>(db: Db, columns: RawBuilder<unknown>, ids: string[]): Promise<Row[]> =>
  (
    await sql<Row>`select ${columns} from audit_entries as entry ${PEOPLE} where entry.id = any(${uuids(ids)}) order by entry.id desc`.execute(
      db,
    )
  ).rows;

/** For a list, without what changed. */
export const listAuditRows = (db: Db, ids: string[]): Promise<AuditRecord[]> => entries(db, COLUMNS, ids);

export const listAuditEntries = (db: Db, ids: string[]): Promise<AuditEntryRecord[]> => entries(db, CHANGES, ids);

/** All values of a column that an index is in order of, each found by one descent. */
const distinct = async (db: Db, column: 'action' | 'object_kind'): Promise<string[]> => {
  const value = sql.ref(column);
  const { rows } = await sql<{ value: string }>`
    with recursive known as (
      (select ${value} as value from audit_entries where ${value} is not null order by ${value} limit 1)
      union all
      select (select ${value} from audit_entries where ${value} > known.value order by ${value} limit 1) from known where known.value is not null)
    select value from known where value is not null`.execute(db);
  return rows.map((row) => row.value);
};

export const listActions = (db: Db): Promise<string[]> => distinct(db, 'action');
export const listTables = (db: Db): Promise<string[]> => distinct(db, 'object_kind');

/** The account of this address; undefined where there is none. */
export const findIdByAddress = async (db: Db, email: string): Promise<string | undefined> =>
  (await sql<{ id: string }>`select id from users where lower(email) = ${email.toLowerCase()}`.execute(db)).rows[0]?.id;
