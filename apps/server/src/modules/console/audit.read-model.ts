import { type RawBuilder, sql } from 'kysely';
import { type Db, listIdsByQuery, toUuidArray } from '../../platform/database/database.ts';
import { getFirstIdAt } from '../../platform/ids.ts';

export interface AuditFilterValues {
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
  /** Values by object; null for an existing object without differences. */
  before: Record<string, Record<string, unknown> | null> | null;
  after: Record<string, Record<string, unknown> | null> | null;
  detail: Record<string, unknown>;
}

/** The display name of an object. */
const selectObjectName = (changes: RawBuilder<unknown>) =>
  sql`coalesce(${changes} -> (object_ids[1]::text) ->> 'name', ${changes} -> (object_ids[1]::text) ->> 'question')`;
/** An order has no name: people know it by its number, which never changes and so is in no difference. */
const ORDER_NUMBER = sql`(select number from orders where object_kind = 'orders' and orders.id = object_ids[1])`;
const COLUMNS = sql`entry.id, entry.created_at, actor_id, actors.name as actor_name, actors.email as actor_email,
  user_id, owners.name as user_name, owners.email as user_email, action, object_kind, object_ids,
  left(coalesce(${selectObjectName(sql`before`)}, ${selectObjectName(sql`after`)}, ${ORDER_NUMBER}), 100) as object_name`;
const CHANGES = sql`${COLUMNS}, before, after, detail`;
const JOIN_PEOPLE = sql`left join users as actors on actors.id = actor_id left join users as owners on owners.id = user_id`;

const FIRST_ID = '00000000-0000-0000-0000-000000000000';
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

interface AuditPage {
  after: string | undefined;
  limit: number;
}

/** Ids are in order of time, so days are a range of them; `upTo` is not in it. */
function getIdRange({ from, until }: AuditFilterValues, after: string | undefined): { since: string; upTo: string } {
  const ends = [after ?? LAST_ID, until === undefined ? LAST_ID : getFirstIdAt(until + 1)];
  return { since: from === undefined ? FIRST_ID : getFirstIdAt(from), upTo: ends.toSorted()[0] ?? LAST_ID };
}

type Filter = Pick<AuditFilterValues, 'actorId' | 'ownerId' | 'action' | 'table'>;

/** The filters that an index begins with, and those that are left for the few rows of that range. */
function splitIndexedFilters({ ownerId, actorId, action, table }: Filter): { place: Filter; remaining: Filter } {
  if (ownerId !== undefined) return { place: { ownerId }, remaining: { actorId, action, table } };
  if (action !== undefined && actorId === undefined) return { place: { action, table }, remaining: {} };
  if (action !== undefined) return { place: { actorId, action }, remaining: { table } };
  return { place: { actorId, table }, remaining: {} };
}

/** Columns and their required values, in the order of the indexes. */
const listFilterColumns = ({ ownerId, actorId, action, table }: Filter) => [
  ...(ownerId === undefined ? [] : [{ column: sql`user_id`, value: sql`${ownerId}::uuid` }]),
  ...(actorId === undefined ? [] : [{ column: sql`actor_id`, value: sql`${actorId}::uuid` }]),
  ...(action === undefined ? [] : [{ column: sql`action`, value: sql`${action}::text` }]),
  ...(table === undefined ? [] : [{ column: sql`object_kind`, value: sql`${table}::text` }]),
];

const buildConditions = (filter: Filter) =>
  sql.join([sql`true`, ...listFilterColumns(filter).map(({ column, value }) => sql`${column} = ${value}`)], sql` and `);

/**
 * Lists the ids of matching entries, newest first. The leading columns of an index are compared together with the id as one row, so that PostgreSQL reads
 * that range of the index. Separate conditions could make it read all entries from the newest on. The limit is a literal, because for a parameter PostgreSQL
 * assumes a tenth of the rows.
 */
export async function listMatchingEntries(db: Db, choice: AuditFilterValues, { after, limit }: AuditPage): Promise<string[]> {
  const { since, upTo } = getIdRange(choice, after);
  if (choice.object !== undefined) {
    return listIdsByQuery(
      db,
      sql`select id from (select id, actor_id, user_id, action, object_kind from audit_entries where object_ids @> array[${choice.object}::uuid] offset 0) as found
        where id >= ${since}::uuid and id < ${upTo}::uuid and ${buildConditions(choice)} order by id desc limit ${sql.lit(limit)}`,
    );
  }
  const { place: placed, remaining } = splitIndexedFilters(choice);
  const indexed = listFilterColumns(placed);
  const columns = sql.join([...indexed.map(({ column }) => column), sql`id`]);
  const rowWith = (id: string) => sql`row(${sql.join([...indexed.map(({ value }) => value), sql`${id}::uuid`])})`;
  const order = sql.join([...indexed.map(({ column }) => sql`${column} desc`), sql`id desc`]);
  return listIdsByQuery(
    db,
    sql`select id from audit_entries where row(${columns}) >= ${rowWith(since)} and row(${columns}) < ${rowWith(upTo)} and ${buildConditions(remaining)}
      order by ${order} limit ${sql.lit(limit)}`,
  );
}

const entries = async <Row>(db: Db, columns: RawBuilder<unknown>, ids: string[]): Promise<Row[]> =>
  (
    await sql<Row>`select ${columns} from audit_entries as entry ${JOIN_PEOPLE} where entry.id = any(${toUuidArray(ids)}) order by entry.id desc`.execute(
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

/** Returns the id of the account with this address; undefined when no account has it. */
export const findUserIdByEmail = async (db: Db, email: string): Promise<string | undefined> =>
  (await sql<{ id: string }>`select id from users where lower(email) = ${email.toLowerCase()}`.execute(db)).rows[0]?.id;
