import type { SearchResult } from '@vitrine/contract';
import { type RawBuilder, sql } from 'kysely';
import { type Db, toUuidArray } from '../../platform/database/database.ts';
import { escapeLike } from '../../platform/search-text.ts';

/** Search text, and the platform that is searched. */
export interface ConsoleSearchQuery {
  /** In small letters. */
  text: string;
  /** The text where it is an id. */
  id: string | undefined;
  /** The only visible platform; null for all. */
  seen: 'WV' | null;
  /** Maximum number of results of each kind. */
  limit: number;
}

interface SearchResultRow {
  id: string;
  name: string;
  note: string;
}

/** Separates the parts of a note. As a parameter, it keeps the script of the server in ASCII, which halves the memory for its text. */
const SEPARATOR = ' · ';

const executeRows = async <Row = SearchResultRow>(db: Db, query: RawBuilder<Row>): Promise<Row[]> => (await query.execute(db)).rows;

const isVisiblePlatform = (column: RawBuilder<unknown>, platform: ConsoleSearchQuery['seen']) =>
  platform ? sql`${column} = ${platform}` : sql`true`;

/** In the order of the ids. */
const sortByIds = <Row extends { id: string }>(ids: string[], rows: Row[]): Row[] => {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
};

/** Lists those of these accounts that the caller can see. */
export const listPeopleResults = async (db: Db, ids: string[], seen: ConsoleSearchQuery['seen']): Promise<SearchResultRow[]> =>
  sortByIds(
    ids,
    await executeRows(
      db,
      sql<SearchResultRow>`select id, name, email as note from users where id = any(${toUuidArray(ids)}) and ${isVisiblePlatform(sql`platform`, seen)}`,
    ),
  );

export const listDeviceResults = async (db: Db, ids: string[], seen: ConsoleSearchQuery['seen']): Promise<SearchResultRow[]> =>
  sortByIds(
    ids,
    await executeRows(
      db,
      sql<SearchResultRow>`select devices.id, devices.name, concat_ws(${SEPARATOR}::text, screens.device_code, users.name) as note
        from devices join screens on screens.id = devices.screen_id join users on users.id = devices.user_id
        where devices.id = any(${toUuidArray(ids)}) and ${isVisiblePlatform(sql`devices.platform`, seen)}`,
    ),
  );

/** Devices whose screen has this serial number. */
export const listDeviceIdsBySerial = async (db: Db, { text, limit: most }: ConsoleSearchQuery): Promise<string[]> =>
  (
    await executeRows<{ id: string }>(
      db,
      sql`select listed_id as id from screens where lower(serial_number) = ${text} and serial_number is not null and listed_id is not null limit ${most}`,
    )
  ).map(({ id }) => id);

export type OrderResultRow = SearchResultRow & { type: NonNullable<SearchResult['orderType']> };
const ORDER = sql`id, type, number as name, concat_ws(${SEPARATOR}::text, payer_name, description) as note`;

export const listOrderResults = async (db: Db, ids: string[], seen: ConsoleSearchQuery['seen']): Promise<OrderResultRow[]> =>
  sortByIds(
    ids,
    await executeRows(
      db,
      sql<OrderResultRow>`select ${ORDER} from orders where id = any(${toUuidArray(ids)}) and ${isVisiblePlatform(sql`platform`, seen)}`,
    ),
  );

const BANKS = ['stripe', 'testBank'];

/** Orders by what the bank calls their payment. It tells capital letters from small ones. */
export const listOrdersByBankPayment = (db: Db, bankId: string, seen: ConsoleSearchQuery['seen']): Promise<OrderResultRow[]> =>
  executeRows(
    db,
    sql<OrderResultRow>`select id, type, ${bankId}::text as name, concat_ws(${SEPARATOR}::text, number, payer_name) as note from (
        select id, type, number, payer_name, platform from orders where bank = any(${BANKS}) and payment_intent_id = ${bankId}
        union select id, type, number, payer_name, platform from orders where bank = any(${BANKS}) and invoice_id = ${bankId}) as paid
      where ${isVisiblePlatform(sql`platform`, seen)}`,
  );

const contains = (column: RawBuilder<unknown>, text: string) => sql`lower(${column}) like ${`%${escapeLike(text)}%`}`;

/** Few enough to look at all of them. */
export const listPlanResults = (db: Db, { text, id, limit: most }: ConsoleSearchQuery): Promise<SearchResultRow[]> =>
  executeRows(
    db,
    sql<SearchResultRow>`select id, name, platform as note from plans
      where retired_at is null and ${id === undefined ? contains(sql`name`, text) : sql`id = ${id}`} order by platform, position, name limit ${most}`,
  );

export const listFaqResults = (db: Db, { text, id, limit: most }: ConsoleSearchQuery): Promise<SearchResultRow[]> =>
  executeRows(
    db,
    sql<SearchResultRow>`select id, question as name, case when is_visible then 'Shown' else 'Hidden' end as note from faqs
      where ${id === undefined ? contains(sql`question`, text) : sql`id = ${id}`} order by position, id limit ${most}`,
  );

export const listAuditEntryResults = (db: Db, id: string): Promise<SearchResultRow[]> =>
  executeRows(
    db,
    sql<SearchResultRow>`select entry.id, action as name, concat_ws(${SEPARATOR}::text, users.name, to_char(entry.created_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI "UTC"')) as note
      from audit_entries as entry left join users on users.id = actor_id where entry.id = ${id}`,
  );
