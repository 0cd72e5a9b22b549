import type { Device, Playlist } from '@vitrine/contract';
import { createScreenCalls, type ScreenIdentity } from '../simulate/screen-calls.ts';
import type { Albums } from './albums.ts';
import { PLAYLISTS, SCREENS, type ScreenName } from './household.ts';
import type { Person } from './people.ts';

/** Replaces the host name by the IPv4 address, because the name may resolve to ::1. */
export const toIpv4Origin = (origin: string) => origin.replace('//localhost', '//127.0.0.1');

export interface DemoScreen {
  identity: ScreenIdentity;
  device: Device;
}

/** Registers the screens and adds them as devices. */
export async function makeScreens(owner: Person): Promise<Record<ScreenName, DemoScreen>> {
  const calls = createScreenCalls(toIpv4Origin(owner.product.origin));
  const entries: [string, DemoScreen][] = [];
  for (const [key, { name, timeZone, tags }] of Object.entries(SCREENS)) {
    const identity = await calls.register();
    if (!identity) throw new Error('The server’s registration limit is reached. Try again in a minute');
    const device = await owner.request<Device>('POST', '/devices', { name, timeZone, deviceId: identity.deviceId });
    await owner.request('POST', '/devices/many/tags', { deviceId: [device._id], add: [...tags], remove: [] });
    entries.push([key, { identity, device }]);
  }
  calls.close();
  return Object.fromEntries(entries) as Record<ScreenName, DemoScreen>;
}

export async function makePlaylists(owner: Person, albums: Albums, screens: Record<ScreenName, DemoScreen>): Promise<void> {
  for (const plan of PLAYLISTS) {
    const playlist = await owner.request<Playlist>('POST', '/playlists', { name: plan.name, caption: plan.caption });
    const albumArr = plan.albums.map((name) => ({ albumId: albums[name]._id, duration: 8 }));
    await owner.request('POST', `/playlists/album/add/${playlist._id}`, { albumArr });
    for (const { screen, schedule } of plan.publishes)
      await owner.request('POST', '/publishes', { playlistId: playlist._id, deviceId: screens[screen].device._id, schedule });
  }
}
