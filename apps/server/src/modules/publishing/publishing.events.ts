import { defineEvent } from '../../platform/events.ts';

/**
 * Why a waiting publish is dropped. `access`: the account that asked for it can no longer use the playlist or the device. `deactivated`: the account is
 * deactivated. `empty`: the playlist has nothing to show. `deleted`: the playlist is deleted.
 */
export type DropReason = 'access' | 'deactivated' | 'empty' | 'deleted';

/** Waiting publishes of one playlist that an account asked for were dropped. */
export const waitingPublishesDropped = defineEvent<{
  userId: string;
  playlistName: string;
  /** Names of the devices, at least one. */
  deviceNames: string[];
  reason: DropReason;
}>('publishing.waitingPublishesDropped');
