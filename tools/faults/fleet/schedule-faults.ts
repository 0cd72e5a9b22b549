/** Faults of clocks, time zones and schedules. */
import type { ScheduleWindow } from '@vitrine/contract';
import { SCHEDULE_LIMITS } from '@vitrine/contract/schedule-limits';
import { until } from '../../../e2e/until.ts';
import type { Random } from '../../demo/random.ts';
import type { Scope } from './fleet-world.ts';
import type { FleetFault } from './target-faults.ts';

const YEAR_MS = 365 * 86_400_000;
const DAY_MINUTES = 1440;
/** Zones with clock changes, half hours, a date line and a change of a quarter of an hour. */
const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/St_Johns',
  'Pacific/Kiritimati',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Africa/Casablanca',
];

/** The clocks of some screens jump by years, before the server dies. They start with these clocks after it, or after their pages were loaded again. */
export const jumpingClocks: FleetFault = {
  name: 'clocks',
  async run(world) {
    const { random, people } = world;
    const messageId = await world.prepareMessage(world.scopes[0] as Scope);
    await people.owner.request('POST', `/emergency/messages/${messageId}/raise`, { drill: false });
    const jumped = [...world.screens.values()].filter(() => random.next() < 0.5);
    for (const screen of jumped) screen.localOffsetMs = Math.round(random.between(-30, 30) * YEAR_MS);
    await world.killServer();
    await until('the screens are connected', async () => [...world.screens.values()].every(({ isConnected }) => isConnected));
    const devices = await world.listDevices(world.scopes[0] as Scope);
    await people.owner.call('POST', '/devices/many/reload', { deviceId: devices.map(({ _id }) => _id) });
    return `${jumped.length} clocks`;
  },
};

const formatTime = (minutes: number) => `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

/** Returns a window that never applies, with a range in the past or on days that do not exist, or one at random times. */
function createWindow(random: Random): ScheduleWindow {
  const start = random.whole(0, DAY_MINUTES - 1);
  const times = { startTime: formatTime(start), endTime: formatTime((start + random.whole(1, DAY_MINUTES - 1)) % DAY_MINUTES) };
  return random.pick<() => ScheduleWindow>([
    () => ({ ...times, repeat: 'Once', date: '2001-02-03' }),
    () => ({ ...times, repeat: 'Daily', until: '2001-02-03' }),
    () => ({ ...times, repeat: 'Yearly', month: 2, on: { day: 29 }, from: '2001-01-01', until: '2003-12-31' }),
    () => ({ ...times, repeat: 'Monthly', on: { day: 31 }, from: '2030-02-01', until: '2030-02-28' }),
    () => ({ ...times, repeat: 'Daily', from: '2099-01-01' }),
    () => ({ ...times, repeat: 'Daily' }),
    () => ({ ...times, repeat: 'Weekly', weekdays: [random.whole(0, 6)] }),
    () => ({ ...times, repeat: 'Monthly', on: { nth: random.pick([1, 2, 3, 4, -1]), weekday: random.whole(0, 6) } }),
  ])();
}

const createWindows = (random: Random, count: number): ScheduleWindow[] => Array.from({ length: count }, () => createWindow(random));

/** Devices get 1,000 windows by five playlists, devices and tags get windows of which most never apply, and the time zones of devices change. */
export const oddWindows: FleetFault = {
  name: 'windows',
  async run(world) {
    const { random } = world;
    const scope = world.scopes[1] as Scope;
    const { person } = scope;
    const playlists = world.playlists.get(person) ?? [];
    const devices = await world.listDevices(scope);
    const busiest = random.pick(devices);
    const publish = (playlistId: string, deviceId: string, count: number) =>
      person.request('POST', '/publishes', {
        playlistId,
        deviceId,
        windows: createWindows(random, count),
        priority: random.whole(0, SCHEDULE_LIMITS.priorityMax),
      });
    for (const playlistId of playlists) await publish(playlistId, busiest._id, SCHEDULE_LIMITS.windows);
    for (const device of devices) {
      await person.request('PUT', `/devices/${device._id}`, { timeZone: random.pick(ZONES) });
      if (device !== busiest) await publish(random.pick(playlists), device._id, random.whole(1, 5));
    }
    const tagId = await world.tag(scope, world.newName('Tag'), [random.pick(devices)._id, random.pick(devices)._id]);
    await person.request('POST', '/publishes/tags', {
      playlistId: random.pick(playlists),
      tagId: [tagId],
      windows: createWindows(random, random.whole(1, 20)),
    });
    return `${playlists.length * SCHEDULE_LIMITS.windows} on one device`;
  },
};
