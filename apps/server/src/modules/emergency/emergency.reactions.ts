import type { Clock } from '../../platform/clock.ts';
import type { Tx } from '../../platform/database/database.ts';
import { type Emit, on, type Reaction } from '../../platform/events.ts';
import type { Live } from '../../platform/live/live.ts';
import {
  deviceAdded,
  deviceRemoved,
  devicesTransferred,
  deviceTagDeleting,
  deviceTagMerging,
  deviceTagsChanged,
  listDevicesWithTag,
  screenReplaced,
} from '../devices/index.ts';
import { organisationDissolving, ownershipTransferred } from '../organisations/index.ts';
import { reassignFeeds } from './cap-feeds.store.ts';
import { emergencyEnded } from './emergency.events.ts';
import { emergencyUpdateNudge } from './emergency.live.ts';
import { finishAlerts, listOpenAlertsOfFamily } from './emergency-alerts.store.ts';
import { deleteForeignTargets, deleteTagTargets, reassignMessages, replaceTagTargets } from './emergency-messages.store.ts';
import { listDevicesOfFamily, listOwnerIds, nextRevision, raiseRevision, raiseRevisions } from './emergency-owners.store.ts';
import { listScreensOfDevices } from './emergency-screens.read-model.ts';
import { getSpreadMs, type ScreenStates } from './screen-states.service.ts';

interface ReactionsDeps {
  live: Live;
  clock: Clock;
  emit: Emit;
  states: ScreenStates;
}

/** Differs from every digest. */
const UNKNOWN_DOCUMENT = 'unknown';

/** Sends screens their alerts when other modules change which alerts reach them. An alert stops on a device that it no longer reaches. */
export function createEmergencyReactions({ live, clock, emit, states }: ReactionsDeps): Reaction[] {
  /** Raises the revision, so that the state is newer than each alert that is being raised, and sends the state to these devices. */
  const refresh = async (tx: Tx, deviceIds: readonly string[]): Promise<void> => {
    if (deviceIds.length === 0) return;
    if (await raiseRevisions(tx, await listOwnerIds(tx, deviceIds))) await states.send(tx, await listScreensOfDevices(tx, deviceIds));
  };

  /** Makes the screens of a family request their state, because other modules change the owner of the devices after this. */
  const requestStates = async (tx: Tx, orgId: string, ownerId: string): Promise<void> => {
    const deviceIds = await listDevicesOfFamily(tx, orgId);
    if (deviceIds.length === 0 || !(await raiseRevisions(tx, [...(await listOwnerIds(tx, deviceIds)), ownerId]))) return;
    const revision = await raiseRevision(tx, ownerId);
    const screenIds = await listScreensOfDevices(tx, deviceIds);
    const update = { revision, document: UNKNOWN_DOCUMENT, alerts: [], isComplete: false, withinMs: getSpreadMs(screenIds.length) };
    await live.send(tx, [emergencyUpdateNudge(screenIds, update)]);
  };

  return [
    on(deviceAdded, (tx, { deviceId }) => refresh(tx, [deviceId])),
    on(deviceTagsChanged, (tx, { deviceIds }) => refresh(tx, deviceIds)),
    on(screenReplaced, (tx, { deviceId }) => refresh(tx, [deviceId])),
    on(deviceTagDeleting, async (tx, { tagId }) => {
      const deviceIds = await listDevicesWithTag(tx, tagId);
      if (await deleteTagTargets(tx, tagId)) await refresh(tx, deviceIds);
    }),
    on(deviceTagMerging, async (tx, { tagId, intoTagId }) => {
      if (await replaceTagTargets(tx, tagId, intoTagId)) await refresh(tx, await listDevicesWithTag(tx, intoTagId));
    }),
    on(devicesTransferred, async (tx, { deviceIds, fromIds }) => {
      await deleteForeignTargets(tx, deviceIds);
      const ownerIds = await listOwnerIds(tx, deviceIds);
      if (!(await raiseRevisions(tx, [...fromIds, ...ownerIds]))) return;
      // The devices may show alerts of their former owners, so the new owner needs a revision that is newer than theirs.
      for (const ownerId of ownerIds) await raiseRevision(tx, ownerId);
      await states.send(tx, await listScreensOfDevices(tx, deviceIds));
    }),
    // The screen no longer has an owner. Its empty manifest also makes it remove all alerts.
    on(deviceRemoved, async (tx, { screenId }) => {
      const revision = await nextRevision(tx);
      if (revision !== undefined)
        await live.send(tx, [emergencyUpdateNudge([screenId], { revision, document: '', alerts: [], isComplete: true })]);
    }),
    on(ownershipTransferred, async (tx, { orgId, toId }) => {
      await reassignMessages(tx, orgId, toId);
      await reassignFeeds(tx, orgId, toId);
      await requestStates(tx, orgId, toId);
    }),
    // The messages will belong to the owner. Their alerts end, because they would reach the owner's other screens.
    on(organisationDissolving, async (tx, { orgId, ownerId }) => {
      const ended = await finishAlerts(tx, await listOpenAlertsOfFamily(tx, orgId), clock.now(), null);
      if (ended.length > 0) await emit(tx, emergencyEnded, { alertIds: ended });
      await requestStates(tx, orgId, ownerId);
    }),
  ];
}
