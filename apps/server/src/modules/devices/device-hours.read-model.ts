import type { OperatingHours } from '@vitrine/contract';
import { type RawBuilder, sql } from 'kysely';
import { type Db, toUuidArray } from '../../platform/database/database.ts';
import { runWithPauses } from '../../platform/run-with-pauses.ts';
import { type OperationRow, selectOperation } from './device-operation.read-model.ts';
import { listOperatingHours } from './device-operation.rules.ts';

/** Refers to the operating hours that apply to a device, without loading them. */
export interface HoursReference {
  id: string;
  /** Equal keys stand for equal hours. Null for a device that is always on. */
  hours_key: string | null;
  /** Approximate size of the hours in bytes, by which they are divided into batches. */
  hours_bytes: number;
}

/** Size of the largest hours in bytes. Stands for all hours that PostgreSQL stores compressed. */
const COMPRESSED_HOURS_BYTES = 14_000;
/** Hours that are loaded at a time. Other requests wait while they are parsed. */
const BATCH_BYTES = 500_000;
const BATCH_KEYS = 500;

const measure = (column: RawBuilder<unknown>) =>
  sql`case when pg_column_compression(${column}) is null then pg_column_size(${column}) else ${sql.lit(COMPRESSED_HOURS_BYTES)} end`;
const [ownHours, tagHours] = [sql`devices.operating_hours`, sql`device_tags.operating_hours`];
const fromTagsWithHours = sql`
  from tagged_devices join device_tags on device_tags.id = tagged_devices.tag_id
  where tagged_devices.device_id = devices.id and device_tags.operating_hours is not null`;

/** Selects the columns of `HoursReference`, except the id, from the surrounding query's `devices`. */
export const selectHoursReference = sql`
  case when ${ownHours} is not null then jsonb_hash_extended(${ownHours}, 0)::text
    else (select string_agg(device_tags.id::text, ',' order by device_tags.id) ${fromTagsWithHours}) end as hours_key,
  case when ${ownHours} is not null then ${measure(ownHours)}
    else (select coalesce(sum(${measure(tagHours)}), 0) ${fromTagsWithHours}) end::integer as hours_bytes`;

/** Divides the keys into batches with limited numbers of keys and of bytes. A batch has at least one key. */
function* divideKeys<T extends HoursReference>(byKey: ReadonlyMap<string, readonly T[]>): Generator<T[]> {
  let [batch, bytes]: [T[], number] = [[], 0];
  for (const [first] of byKey.values()) {
    if (!first) continue;
    if (batch.length === BATCH_KEYS || (batch.length > 0 && bytes + first.hours_bytes > BATCH_BYTES)) {
      yield batch;
      [batch, bytes] = [[], 0];
    }
    batch.push(first);
    bytes += first.hours_bytes;
  }
  if (batch.length > 0) yield batch;
}

/** Devices that one step visits. The hours of each may have hundreds of ranges. */
const STEP_DEVICES = 20;

function* visitInSteps<T>(devices: readonly T[], visit: (device: T) => void): Generator<void, void, void> {
  for (const [index, device] of devices.entries()) {
    if (index > 0 && index % STEP_DEVICES === 0) yield;
    visit(device);
  }
}

/**
 * Calls `visit` for each of these devices with its operating hours, which are empty for a device that is always on. Equal hours are loaded once and
 * in batches, between which other requests run. Devices that are deleted in the meantime may be left out.
 */
export async function visitOperatingHours<T extends HoursReference>(
  db: Db,
  devices: readonly T[],
  visit: (device: T, hours: OperatingHours[]) => void,
): Promise<void> {
  const alwaysOn = devices.filter(({ hours_key }) => hours_key === null);
  await runWithPauses(visitInSteps(alwaysOn, (device) => visit(device, [])));
  const withHours = devices.filter(({ hours_key }) => hours_key !== null);
  const byKey = Map.groupBy(withHours, ({ hours_key }) => hours_key ?? '');
  for (const batch of divideKeys(byKey)) {
    const ids = batch.map(({ id }) => id);
    const { rows } = await sql<OperationRow & { id: string }>`
      select id, ${selectOperation} from devices where id = any(${toUuidArray(ids)})`.execute(db);
    const loaded = new Map(rows.map((row) => [row.id, listOperatingHours(row)]));
    const members = batch.flatMap(({ id, hours_key }) => {
      const hours = loaded.get(id);
      return hours ? (byKey.get(hours_key ?? '') ?? []).map((device) => ({ device, hours })) : [];
    });
    await runWithPauses(visitInSteps(members, ({ device, hours }) => visit(device, hours)));
  }
}
