import type { EmergencyAlert, EmergencyMessage } from '@vitrine/contract';
import type { AlertRow } from './emergency-alerts.read-model.ts';
import type { MessageRow } from './emergency-messages.read-model.ts';

export const presentMessage = (row: MessageRow): EmergencyMessage => ({
  _id: row.id,
  orgId: row.org_id,
  texts: row.texts,
  color: row.color,
  mediaId: row.media_id,
  picture: row.picture,
  isForAll: row.is_for_all,
  tagIds: row.tag_ids,
  deviceIds: row.device_ids,
  minutes: row.minutes,
  cap: row.cap,
  sound: row.sound,
  isSoundForced: row.is_sound_forced,
  key: row.key_digit === null ? null : { digit: row.key_digit, deviceIds: row.key_device_ids },
  screens: row.screens,
  alertId: row.alert_id,
});

export const presentAlert = (row: AlertRow, now: Date): EmergencyAlert => ({
  _id: row.id,
  orgId: row.org_id,
  messageId: row.message_id,
  title: row.title,
  color: row.color,
  drill: row.is_drill,
  raisedBy: row.raised_by_name ?? row.raised_by,
  raisedFrom: row.raised_from,
  isFromCap: row.is_from_cap,
  raisedAt: row.raised_at.toISOString(),
  endsAt: row.ends_at.toISOString(),
  // The worker records the end of an alert whose time is over within a minute.
  endedAt: (row.ended_at ?? (row.ends_at <= now ? row.ends_at : null))?.toISOString() ?? null,
  screens: row.screens,
  shown: row.shown,
});
