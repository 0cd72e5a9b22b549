import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { OperatingHours } from '@vitrine/contract';
import { LIMITS } from '@vitrine/contract/limits';
import { OPERATING_LIMITS } from '@vitrine/contract/operating-hours';
import { sql } from 'kysely';
import { ApiPerson } from '../../e2e/api.ts';
import { allowDevices, withProductDatabase } from '../../e2e/product-database.ts';
import type { Attack } from './attack.ts';
import { assert } from './round.ts';

const PREVIEWS = 20;
const CHANGES = 8;
const CONCURRENT = 20;
const ACCEPTED_STATUSES = [200, 429, 503];

/** Returns the largest operating hours, different for each index. */
const createHours = (index: number): OperatingHours => ({
  week: Array.from({ length: OPERATING_LIMITS.weekRanges }, (_, range) => ({
    weekdays: [range % 7],
    startTime: `${String(index % 12).padStart(2, '0')}:${String((index + range) % 60).padStart(2, '0')}`,
    endTime: '23:00',
  })),
  exceptions: Array.from({ length: OPERATING_LIMITS.exceptions }, (_, day) => ({
    date: new Date(Date.UTC(2027, 0, 1 + day)).toISOString().slice(0, 10),
    ranges: Array.from({ length: OPERATING_LIMITS.exceptionRanges }, (_, range) => ({
      startTime: `0${range}:00`,
      endTime: `0${range}:30`,
    })),
  })),
});

interface Fleet {
  owner: ApiPerson;
  deviceIds: string[];
}

/** Creates an account with 5,000 devices, each with the largest operating hours. */
async function createFleet({ product }: ApiPerson): Promise<Fleet> {
  const owner = await ApiPerson.create(product, `settings-${randomUUID()}@example.com`);
  await allowDevices(owner, LIMITS.publishDevices);
  const hours = Array.from({ length: 500 }, (_, index) => JSON.stringify(createHours(index)));
  const deviceIds = await withProductDatabase(
    product,
    async (db) => {
      const { rows } = await sql<{ id: string }>`
        with added as (
          insert into screens (id, device_code, secret_hash)
          select gen_random_uuid(), 'T' || lpad(n::text, 5, '0'), '\\x00' from generate_series(1, ${LIMITS.publishDevices}::int) as n
          returning id, device_code)
        insert into devices (id, screen_id, name, time_zone, user_id, operating_hours)
        select id, id, 'Wall', 'Europe/Berlin', ${owner.userId}, (${hours}::jsonb[])[1 + substr(device_code, 2)::int % ${hours.length}::int]
        from added returning id`.execute(db);
      return rows.map(({ id }) => id);
    },
    60_000,
  );
  return { owner, deviceIds };
}

let fleet: Fleet | undefined;
const prepareFleet = async (attacker: ApiPerson): Promise<void> => {
  fleet ??= await createFleet(attacker);
};

function getFleet(): Fleet {
  assert(fleet !== undefined, 'the devices are missing');
  return fleet;
}

/** Sends requests, several at a time. Each must succeed or be refused because of its rate. */
async function flood(count: number, send: (fleet: Fleet, index: number) => Promise<{ status: number }>): Promise<void> {
  const target = getFleet();
  const statuses: number[] = [];
  let next = 0;
  const lane = async () => {
    while (next < count) statuses.push((await send(target, next++)).status);
  };
  await Promise.all(Array.from({ length: CONCURRENT }, lane));
  const others = statuses.filter((status) => !ACCEPTED_STATUSES.includes(status));
  assert(others.length === 0, `requests were answered with ${[...new Set(others)].join(', ')}`);
  assert(statuses.includes(200), 'no request was answered');
}

/** An account requests previews of operating hours for 5,000 devices with the largest ones. */
export const floodSettingsPreviews: Attack = {
  name: 'previews of operating hours for thousands of devices',
  prepare: prepareFleet,
  run: () =>
    flood(PREVIEWS, ({ owner, deviceIds }, index) =>
      owner.call('POST', '/devices/many/settings/preview', { deviceId: deviceIds, operatingHours: createHours(index) }),
    ),
};

/** An account changes the operating hours of 5,000 devices again and again. No more than one undo is stored for each device. */
export const floodSettingsChanges: Attack = {
  name: 'changes of operating hours of thousands of devices',
  prepare: prepareFleet,
  async run({ product }) {
    await flood(CHANGES, ({ owner, deviceIds }, index) =>
      owner.call('PUT', '/devices/many/settings', { deviceId: deviceIds, operatingHours: createHours(index) }),
    );
    const stored = await withProductDatabase(product, async (db) =>
      db
        .selectFrom('replaced_settings')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow(),
    );
    assert(Number(stored.count) <= LIMITS.publishDevices, `${stored.count} undos are stored`);
  },
};

/** Time in which the checks of screens and of alerts, which run once a minute, have run with the screens of the attack. */
const CHECKS_MS = 75_000;

/** All 5,000 screens of an account with the largest operating hours are offline, so that each check evaluates their hours. */
export const disconnectWithHours: Attack = {
  name: 'thousands of offline screens with the largest operating hours',
  async prepare(attacker) {
    await prepareFleet(attacker);
    const ids = getFleet().deviceIds;
    await withProductDatabase(attacker.product, (db) =>
      sql`update screens set seen_at = now() - interval '10 minutes', address = '192.0.2.1' where id = any(${ids}::uuid[])`.execute(db),
    );
  },
  run: () => sleep(CHECKS_MS),
};
