import { sql } from 'kysely';
import { newId } from '../platform/ids.ts';
import type { TestPerson } from './builders.ts';
import { insertMany } from './search-indexes.ts';
import type { TestApp } from './test-app.ts';

interface DeviceOptions {
  count: number;
  /** Prefix of the devices' names. A number of four digits follows. */
  name?: string;
  orgId?: string;
  /** Returns whether the device with this number is online. */
  isOnline?: (number: number) => boolean;
}

let created = 0;

/** Inserts this number of devices regardless of the plan's limit and returns their ids. Each was added and last seen a second after the previous one. */
export async function createDevices(
  { db }: TestApp,
  { user }: TestPerson,
  { count, name = 'Wall', orgId, isOnline = () => false }: DeviceOptions,
): Promise<string[]> {
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  const ids = numbers.map(() => newId());
  // Registered screens never get these letters, so that the codes do not collide with random ones.
  const codes = numbers.map(() => {
    const place = created++;
    return `${'IQ'[Math.floor(place / 100_000)]}${String(place % 100_000).padStart(5, '0')}`;
  });
  await sql`insert into screens (id, device_code, secret_hash, live_process_id, seen_at)
    select id, code, 'x', case when is_online then 'elsewhere' end, timestamptz '2026-01-01' + number * interval '1 second'
    from unnest(${ids}::uuid[], ${codes}::text[], ${numbers}::integer[], ${numbers.map(isOnline)}::boolean[]) as given (id, code, number, is_online)`.execute(
    db,
  );
  const insert = sql`insert into devices (id, screen_id, name, time_zone, user_id, org_id, created_at)
    select id, id, ${name}::text || ' ' || lpad(number::text, 4, '0'), 'UTC', ${user._id}, ${orgId ?? null}::uuid, timestamptz '2026-01-01' + number * interval '1 second'
    from unnest(${ids}::uuid[], ${numbers}::integer[]) as given (id, number)`;
  await insertMany(db, 'devices_search', count, () => insert.execute(db));
  return ids;
}
