import { defineEvent } from '../../platform/events.ts';
import { definePort } from '../../platform/ports.ts';

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

/** Counts the files that screens download. */
export interface ScreenDownloads {
  /** Counts a response that was sent completely. `isStart` is false when it continues a file. */
  count(screenId: string, sent: { bytes: number; isStart: boolean }): void;
}

export const screenDownloads = definePort<ScreenDownloads>('publishing.screenDownloads');
