import type { FoundThing } from '@vitrine/contract';
import { type RawBuilder, sql } from 'kysely';
import { type Db, uuids } from '../../platform/database/database.ts';
import { escapeLike } from '../../platform/search-text.ts';

/** What is looked for, and among whose things. */
export interface Asked {
  /** In small letters. */
  text: string;
  /** The text where it is an id. */
  id: string | undefined;
  /** Whose people and things are seen alone; null for all. */
  seen: 'WV' | null;
  /** Of each kind. */
  most: number;
}

interface Named {
  id: string;
  name: string;
  note: string;
}

const rowsOf = async <Row = Named>(db: Db, query: RawBuilder<Row>): Promise<Row[]> => (await query.execute(db)).rows;

const seenIn = (column: RawBuilder<unknown>, seen: Asked['seen']) => (seen ? sql`${column} = ${seen}` : sql`true`);

/** In the order of the ids. */
const inOrder = <Row extends { id: string }>(ids: string[], rows: Row[]): Row[] => {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
};

/** Those of these whom whoever asks sees. */
export const listNamedPeople = async (db: Db, ids: string[], seen: Asked['seen']): Promise<Named[]> =>
  inOrder(
    ids,
    await rowsOf(
      db,
      sql<Named>`select id, name, email as note from users where id = any(${uuids(ids)}) and ${seenIn(sql`platform`, seen)}`,
    ),
  );

export const listNamedDevices = async (db: Db, ids: string[], seen: Asked['seen']): Promise<Named[]> =>
  inOrder(
    ids,
    await rowsOf(
      db,
      sql<Named>`select devices.id, devices.name, concat_ws(' · ', screens.device_code, users.name) as note
        from devices join screens on screens.id = devices.screen_id join users on users.id = devices.user_id
        where devices.id = any(${uuids(ids)}) and ${seenIn(sql`devices.platform`, seen)}`,
    ),
  );

/** Devices whose screen has this serial number. */
export const listBySerial = async (db: Db, { text, most }: Asked): Promise<string[]> =>
  (
    await rowsOf<{ id: string }>(
      db,
      sql`select listed_id as id from screens where lower(serial_number) = ${text} and serial_number is not null and listed_id is not null limit ${most}`,
    )
  ).map(({ id }) => id);

export type NamedOrder = Named & { type: NonNullable<FoundThing['orderType']> };
const ORDER = sql`id, type, number as name, concat_ws(' · ', payer_name, description) as note`;

export const listNamedOrders = async (db: Db, ids: string[], seen: Asked['seen']): Promise<NamedOrder[]> =>
  inOrder(
    ids,
    await rowsOf(db, sql<NamedOrder>`select ${ORDER} from orders where id = any(${uuids(ids)}) and ${seenIn(sql`platform`, seen)}`),
  );

const BANKS = ['stripe', 'testBank'];

/** Orders by what the bank calls their payment. It tells capital letters from small ones. */
export const listPaymentsOf = (db: Db, bankId: string, seen: Asked['seen']): Promise<NamedOrder[]> =>
  rowsOf(
    db,
    sql<NamedOrder>`select id, type, ${bankId}::text as name, concat_ws(' · ', number, payer_name) as note from (
        select id, type, number, payer_name, platform from orders where bank = any(${BANKS}) and payment_intent_id = ${bankId}
        union select id, type, number, payer_name, platform from orders where bank = any(${BANKS}) and invoice_id = ${bankId}) as paid
      where ${seenIn(sql`platform`, seen)}`,
  );

const contains = (column: RawBuilder<unknown>, text: string) => sql`lower(${column}) like ${`%${escapeLike(text)}%`}`;

/** Few enough to look at all of them. */
export const listNamedPlans = (db: Db, { text, id, most }: Asked): Promise<Named[]> =>
  rowsOf(
    db,
    sql<Named>`select id, name, platform as note from plans
      where retired_at is null and ${id === undefined ? contains(sql`name`, text) : sql`id = ${id}`} order by platform, position, name limit ${most}`,
  );

export const listNamedQuestions = (db: Db, { text, id, most }: Asked): Promise<Named[]> =>
  rowsOf(
    db,
    sql<Named>`select id, question as name, case when is_visible then 'Shown' else 'Hidden' end as note from faqs
      where ${id === undefined ? contains(sql`question`, text) : sql`id = ${id}`} order by position, id limit ${most}`,
  );

export const listNamedEntries = (db: Db, id: string): Promise<Named[]> =>
  rowsOf(
    db,
    sql<Named>`select entry.id, action as name, concat_ws(' · ', users.name, to_char(entry.created_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI "UTC"')) as note
      from audit_entries as entry left join users on users.id = actor_id where entry.id = ${id}`,
  );
