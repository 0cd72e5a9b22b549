import { randomUUID } from 'node:crypto';
import type { ScheduleWindow } from '@vitrine/contract';
import { DEVICE_LIMITS } from '@vitrine/contract/device-limits';
import { SCHEDULE_LIMITS } from '@vitrine/contract/schedule-limits';
import { sql } from 'kysely';
import { newId } from '../../apps/server/src/platform/ids.ts';
import { ApiPerson } from '../../e2e/api.ts';
import { allowDevices, withProductDatabase } from '../../e2e/product-database.ts';
import { makeImage } from '../../e2e/stage-media.ts';
import type { Attack } from './attack.ts';
import { assert } from './round.ts';

const DEVICES = 50;
/** Playlists with 200 windows each. Every other device has only four of them, so that previews compare it. */
const PLAYLISTS = 10;
const PLAYLISTS_OF_COMPARED = 4;
const PREVIEWS = 12;
const DAYS = 40;
const CONCURRENT = 10;

const formatTime = (minutes: number) => `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

/** Windows of a minute each, at different times of day for each device, so that no two devices have the same plan. */
const createWindows = (first: number): ScheduleWindow[] =>
  Array.from({ length: SCHEDULE_LIMITS.windows }, (_, index) => {
    const start = (first + index * 7) % 1438;
    return { startTime: formatTime(start), endTime: formatTime(start + 1), repeat: 'Daily' };
  });

interface Fleet {
  owner: ApiPerson;
  deviceIds: string[];
  playlistIds: string[];
}

/** Creates an account whose devices have thousands of windows each, all different. */
async function createFleet({ product }: ApiPerson): Promise<Fleet> {
  const owner = await ApiPerson.create(product, `schedules-${randomUUID()}@example.com`);
  await allowDevices(owner, DEVICES);
  const deviceIds = Array.from({ length: DEVICES }, () => newId());
  const screenIds = deviceIds.map(() => newId());
  await withProductDatabase(product, async (db) => {
    await sql`insert into screens (id, device_code, secret_hash)
      select id, 'S' || lpad(n::text, 5, '0'), sha256(id::text::bytea) from unnest(${screenIds}::uuid[]) with ordinality as source (id, n)`.execute(
      db,
    );
    await sql`insert into devices (id, screen_id, name, time_zone, user_id)
      select id, screen_id, 'Wall', 'Europe/Berlin', ${owner.userId} from unnest(${deviceIds}::uuid[], ${screenIds}::uuid[]) as source (id, screen_id)`.execute(
      db,
    );
  });
  const album = await owner.album('Pictures');
  await owner.attach(album._id, [(await owner.upload('photo.jpg', (await makeImage([120, 70, 30])).bytes)).key]);
  await owner.waitUntilReady(album._id);
  const playlistIds: string[] = [];
  for (let index = 0; index < PLAYLISTS; index++) playlistIds.push((await owner.playlist(`Playlist ${index}`, [album._id]))._id);
  for (const [number, playlistId] of playlistIds.entries())
    for (const [index, deviceId] of deviceIds.entries())
      if (index % 2 === 0 || number < PLAYLISTS_OF_COMPARED)
        await owner.request('POST', '/publishes', {
          playlistId,
          deviceId,
          windows: createWindows(index * 29 + number),
          priority: number % 10,
        });
  return { owner, deviceIds, playlistIds };
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
async function flood(count: number, send: (index: number) => Promise<{ status: number }>): Promise<void> {
  const statuses: number[] = [];
  let next = 0;
  const lane = async () => {
    while (next < count) statuses.push((await send(next++)).status);
  };
  await Promise.all(Array.from({ length: CONCURRENT }, lane));
  assert(
    statuses.every((status) => status === 200 || status === 429 || status === 503),
    `requests were answered with ${[...new Set(statuses)].join(', ')}`,
  );
  assert(statuses.includes(200), 'no request was answered');
}

/** An account requests previews of schedules with 200 windows for fifty devices, each of which has thousands of other windows. */
export const floodPreviews: Attack = {
  name: 'previews of schedules with thousands of windows',
  prepare: prepareFleet,
  async run() {
    const { owner, deviceIds, playlistIds } = getFleet();
    await flood(PREVIEWS, (index) =>
      owner.call('POST', '/publishes/preview', {
        action: index % 2 === 0 ? 'publish' : 'schedule',
        playlistId: playlistIds[index % PLAYLISTS],
        deviceId: deviceIds,
        windows: createWindows(index),
        priority: index % 10,
      }),
    );
  },
};

/** An account requests the day plans of as many devices as a call accepts, with thousands of windows, of different days. */
export const floodDayPlans: Attack = {
  name: 'day plans of devices with thousands of windows',
  prepare: prepareFleet,
  async run() {
    const { owner } = getFleet();
    const deviceIds = getFleet().deviceIds.slice(0, DEVICE_LIMITS.daysPerCall);
    const getDate = (index: number) => new Date(Date.UTC(2026, 2, 1 + index)).toISOString().slice(0, 10);
    await flood(DAYS, (index) => owner.call('POST', '/publishes/days', { deviceId: deviceIds, date: getDate(index) }));
  },
};
