/** Faults of targets: tags, owners and screens that change while something is published to them or an alert is raised on them. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Device } from '@vitrine/contract';
import { until } from '../../../e2e/until.ts';
import { assert } from '../round.ts';
import { attempt, type FleetWorld, type Scope } from './fleet-world.ts';

/** Statuses of requests that another request has made impossible, because it deleted, moved or changed their object. */
const CHANGED = [403, 404, 409];
const MAX_DELAY_MS = 60;

export interface FleetFault {
  name: string;
  /** Returns a description of what was done. */
  run(world: FleetWorld): Promise<string>;
}

/** Runs requests at the same time, each after a random delay. */
export const raceRequests = ({ random }: FleetWorld, requests: readonly (() => Promise<unknown>)[]): Promise<unknown> =>
  Promise.all(
    requests.map(async (send) => {
      await sleep(random.between(0, MAX_DELAY_MS));
      await send();
    }),
  );

const pickDevices = ({ random }: FleetWorld, devices: readonly Device[]): Device[] => {
  const picked = devices.filter(() => random.next() < 0.5);
  return picked.length > 0 ? picked : devices.slice(0, 1);
};
const idsOf = (devices: readonly Device[]): string[] => devices.map(({ _id }) => _id);
const familyOf = (world: FleetWorld): Scope => world.scopes[1] as Scope;

/** A tag is deleted, merged or given to other devices while playlists are published to it and its message is raised. */
export const deletedTag: FleetFault = {
  name: 'tag',
  async run(world) {
    const scope = familyOf(world);
    const { person } = scope;
    const devices = await world.listDevices(scope);
    const name = world.newName('Tag');
    const tagId = await world.tag(scope, name, idsOf(pickDevices(world, devices)));
    const otherId = await world.tag(scope, world.newName('Tag'), idsOf(pickDevices(world, devices)));
    const messageId = await world.prepareMessage(scope, { isForAll: false, tagIds: [tagId] });
    const publish = (id: string) => () =>
      attempt(CHANGED, () => person.call('POST', '/publishes/tags', { playlistId: world.pickPlaylist(person), tagId: [id] }));
    const isMerged = world.random.next() < 0.3;
    const { name: otherName } = (await world.listTags(scope)).find(({ _id }) => _id === otherId) ?? { name: '' };
    await raceRequests(world, [
      publish(tagId),
      publish(tagId),
      publish(otherId),
      () => attempt([...CHANGED, 422], () => person.call('POST', `/emergency/messages/${messageId}/raise`, { drill: false })),
      () =>
        attempt(CHANGED, () =>
          person.call('POST', '/devices/many/tags', { deviceId: idsOf(pickDevices(world, devices)), add: [name], remove: [] }),
        ),
      () =>
        attempt(CHANGED, () =>
          isMerged ? person.call('PUT', `/devices/tags/${tagId}`, { name: otherName }) : person.call('DELETE', `/devices/tags/${tagId}`),
        ),
    ]);
    return isMerged ? 'merged' : 'deleted';
  },
};

/** Devices of a member move to the family and back, and those of its owner too, while they are published to and messages are raised. */
export const movedDevices: FleetFault = {
  name: 'move',
  async run(world) {
    const { owner, member } = world.people;
    const [own, family, ofMember] = world.scopes as [Scope, Scope, Scope, Scope];
    const mover = world.random.next() < 0.5 ? ofMember : own;
    const isJoining = world.random.next() < 0.6;
    // Each account keeps a device for other faults.
    const [, ...devices] = await world.listDevices(isJoining ? mover : family);
    const moving = idsOf(pickDevices(world, devices));
    if (moving.length === 0) return `no device of the ${isJoining ? mover.name : family.name}`;
    const tagId = await world.tag(family, world.newName('Tag'), idsOf(pickDevices(world, await world.listDevices(family))));
    const messages = await Promise.all([own, family, ofMember].map((scope) => world.prepareMessage(scope)));
    const raise = (person: typeof owner, id: string | undefined) => () =>
      attempt([...CHANGED, 422], () => person.call('POST', `/emergency/messages/${id}/raise`, { drill: false }));
    await raceRequests(world, [
      () =>
        attempt([...CHANGED, 422], () =>
          mover.person.call('POST', '/devices/many/move', { deviceId: moving, orgId: isJoining ? world.familyId : null }),
        ),
      raise(owner, messages[0]),
      raise(member, messages[1]),
      raise(member, messages[2]),
      () => attempt(CHANGED, () => owner.call('POST', '/publishes', { playlistId: world.pickPlaylist(owner), deviceId: moving })),
      () => attempt(CHANGED, () => member.call('POST', '/publishes', { playlistId: world.pickPlaylist(member), deviceId: moving })),
      () => attempt(CHANGED, () => owner.call('POST', '/publishes/tags', { playlistId: world.pickPlaylist(owner), tagId: [tagId] })),
      () => attempt(CHANGED, () => owner.call('POST', '/devices/many/tags', { deviceId: moving, add: [world.newName('Tag')], remove: [] })),
    ]);
    return `${moving.length} devices ${isJoining ? `of the ${mover.name} to` : 'out of'} the family`;
  },
};

/** A device gets another screen while its former screen is online, is published to and shows an alert. */
export const replacedScreen: FleetFault = {
  name: 'replacement',
  async run(world) {
    const scope = world.random.pick(world.scopes);
    const { person } = scope;
    const device = world.random.pick(await world.listDevices(scope));
    const messageId = await world.prepareMessage(scope);
    const code = world.waiting.shift();
    assert(code !== undefined, 'no screen is waiting');
    await until('the waiting screen is connected', async () => world.screens.get(code)?.isConnected ?? false);
    const replace = () =>
      attempt(CHANGED, () => person.call('PUT', `/devices/${device._id}/screen`, { deviceId: code, replacedDeviceId: device.deviceId }));
    await raceRequests(world, [
      replace,
      replace,
      () => attempt([422], () => person.call('POST', `/emergency/messages/${messageId}/raise`, { drill: false })),
      () => attempt(CHANGED, () => person.call('POST', '/publishes', { playlistId: world.pickPlaylist(person), deviceId: device._id })),
    ]);
    const [before, after] = [world.screens.get(device.deviceId), world.screens.get(code)];
    await until('the former screen is refused', async () => before?.isUnknown ?? false);
    assert(after?.isConnected ?? false, 'the new screen was disconnected');
    world.screens.delete(device.deviceId);
    await world.addWaitingScreen();
    return `of the ${scope.name}`;
  },
};
