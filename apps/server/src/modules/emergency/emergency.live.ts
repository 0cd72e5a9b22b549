import type { EmergencyUpdate } from '@vitrine/contract';
import { getPersonRoom, getScreenRoom, type Nudge } from '../../platform/live/live.ts';

/** Message to screens. It is not queued behind other messages, unlike the messages about manifests. */
export const emergencyUpdateNudge = (screenIds: readonly string[], update: EmergencyUpdate): Nudge => ({
  namespace: 'screen',
  rooms: screenIds.map(getScreenRoom),
  event: 'emergency',
  payload: update,
});

/** Notification of the owners' pages that messages, alerts or confirmations changed. */
export const emergencyTopicNudge = (audience: readonly string[]): Nudge => ({
  namespace: 'notification',
  rooms: audience.map(getPersonRoom),
  event: 'notification',
  payload: { topic: 'emergency' },
});
