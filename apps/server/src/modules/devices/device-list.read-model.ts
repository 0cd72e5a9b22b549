import type { DeviceOrder } from '@vitrine/contract';
import { type RawBuilder, sql } from 'kysely';
import { type Db, listIdsByQuery } from '../../platform/database/database.ts';
import { mergeIndexRanges } from '../../platform/database/merge-ranges.ts';
import { isOwnedBy, type OwnerScope } from '../organisations/index.ts';

export interface DeviceFilter {
  status?: 'online' | 'offline';
  /** Part of a name, or the beginning of a device id. */
  text?: string;
  /** Folded; those that have all of them. */
  tags?: readonly string[];
}

export interface DeviceQuery extends DeviceFilter {
  page: number;
  dataPerPage: number;
  sort?: DeviceOrder;
  /** The device behind which the page begins, instead of `page`. */
  after?: string;
}

const isOffline = sql`(screens.live_process_id is null)`;
const name = sql`lower(devices.name) collate "C"`;
/** An online screen is seen now. */
const lastSeenAt = sql`case when screens.live_process_id is null then screens.seen_at else 'infinity' end`;

interface Order {
  key: RawBuilder<unknown>;
  type: 'text' | 'timestamptz';
  isDescending: boolean;
  /** Position of offline devices in the list; omitted when it does not matter. */
  offlinePosition?: 'first' | 'last';
}
const added: Order = { key: sql`devices.created_at`, type: 'timestamptz', isDescending: true };
const ORDERS: Record<DeviceOrder, Order> = {
  az: { key: name, type: 'text', isDescending: false },
  za: { key: name, type: 'text', isDescending: true },
  seen: { key: lastSeenAt, type: 'timestamptz', isDescending: true },
  seenasc: { key: lastSeenAt, type: 'timestamptz', isDescending: false },
  online: { ...added, offlinePosition: 'last' },
  offline: { ...added, offlinePosition: 'first' },
  newest: added,
  oldest: { ...added, isDescending: false },
};

/** Each is a sorted range of an index: own devices, and the family's. */
const listOwnerRanges = ({ userId, orgId }: OwnerScope) =>
  orgId === undefined
    ? [sql`devices.user_id = ${userId}`]
    : [sql`devices.org_id = ${orgId}`, sql`devices.user_id = ${userId} and devices.org_id is null`];

function buildFilter(whose: OwnerScope, { status, text, tags = [] }: DeviceFilter): RawBuilder<unknown> {
  const wanted = text?.trim().toLowerCase() ?? '';
  const conditions = [sql`true`];
  if (status) conditions.push(sql`${isOffline} = ${status === 'offline'}`);
  if (wanted) conditions.push(sql`(position(${wanted} in lower(devices.name)) > 0 or starts_with(lower(screens.device_code), ${wanted}))`);
  if (tags.length > 0)
    conditions.push(sql`devices.id in (
      select tagged_devices.device_id from device_tags join tagged_devices on tagged_devices.tag_id = device_tags.id
      where ${isOwnedBy('device_tags', whose)} and device_tags.folded = any(${tags}::text[])
      group by tagged_devices.device_id having count(*) = ${tags.length})`);
  return sql.join(conditions, sql` and `);
}

interface ListCursor {
  id: string;
  place: string;
  away: boolean;
}

/** Finds the position of a device in this list; none for a device outside it. */
async function findCursor(db: Db, whose: OwnerScope, { key }: Order, id: string): Promise<ListCursor | undefined> {
  const { rows } = await sql<ListCursor>`select devices.id, (${key})::text as place, ${isOffline} as away
    from devices join screens on screens.id = devices.screen_id where devices.id = ${id} and ${isOwnedBy('devices', whose)}`.execute(db);
  return rows[0];
}

function afterCursor(
  { key, type, isDescending, offlinePosition }: Order,
  { id, place, away: isPlaceAway }: ListCursor,
): RawBuilder<unknown> {
  const than = isDescending ? sql`<` : sql`>`;
  const pair = sql`(${key}, devices.id) ${than} (${place}::${sql.raw(type)}, ${id}::uuid)`;
  if (!offlinePosition) return pair;
  return sql`(${isOffline} ${offlinePosition === 'first' ? sql`<` : sql`>`} ${isPlaceAway} or (${isOffline} = ${isPlaceAway} and ${pair}))`;
}

/** Ids of the devices that match, in order. */
export async function listDeviceIds(db: Db, whose: OwnerScope, query: DeviceQuery): Promise<string[]> {
  const order = ORDERS[query.sort ?? 'newest'];
  const cursor = query.after === undefined ? undefined : await findCursor(db, whose, order, query.after);
  if (query.after !== undefined && !cursor) return [];
  const way = order.isDescending ? sql`desc` : sql`asc`;
  const lead = order.offlinePosition && (order.offlinePosition === 'first' ? sql`away desc,` : sql`away,`);
  const orderBy = sql`order by ${lead ?? sql``} place ${way}, id ${way}`;
  const matches = sql`${buildFilter(whose, query)} and ${cursor ? afterCursor(order, cursor) : sql`true`}`;
  const offset = cursor ? 0 : (query.page - 1) * query.dataPerPage;
  const ranges = listOwnerRanges(whose).map(
    (range) => sql`select devices.id, ${order.key} as place, ${isOffline} as away
      from devices join screens on screens.id = devices.screen_id where ${range} and ${matches}`,
  );
  return listIdsByQuery(
    db,
    sql`select id from (${mergeIndexRanges(ranges, orderBy, offset + query.dataPerPage)}) as found ${orderBy} offset ${offset}`,
  );
}

export const countDevices = async (db: Db, whose: OwnerScope, filter: DeviceFilter = {}): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*) as count from devices join screens on screens.id = devices.screen_id
    where ${isOwnedBy('devices', whose)} and ${buildFilter(whose, filter)}`.execute(db);
  return rows[0]?.count ?? 0;
};
