import { createHash } from 'node:crypto';
import type { EmergencyColor, EmergencySound, EmergencyText, StoredEmergencyMessage } from '@vitrine/contract';

export interface DocumentRow {
  id: string;
  texts: EmergencyText[];
  color: EmergencyColor;
  /** Checksum of the picture's copy for screens; null without one. */
  picture: string | null;
  sound: EmergencySound;
  is_sound_forced: boolean;
  /** Null without a key. */
  key_digit: number | null;
  key_device_ids: string[];
}

/** The prepared messages of an owner, as their screens store them. */
export interface EmergencyDocument {
  /** Empty when there are no messages. */
  digest: string;
  messages: StoredEmergencyMessage[];
  keys: EmergencyKeyRow[];
}

/** A key that raises a message, and the devices on which it works. */
export interface EmergencyKeyRow {
  digit: number;
  messageId: string;
  deviceIds: string[];
}

export const NO_DOCUMENT: EmergencyDocument = { digest: '', messages: [], keys: [] };

const digestOf = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16);

/**
 * Builds the document of an owner's messages. Equal messages have equal digests, in every process. The digest of the document also changes with the keys, so
 * that screens request theirs; without sounds and keys, digests are those of earlier versions.
 */
export function buildDocument(rows: readonly DocumentRow[]): EmergencyDocument {
  if (rows.length === 0) return NO_DOCUMENT;
  const sorted = rows.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  const messages = sorted.map(({ id, texts, color, picture, sound, is_sound_forced: isForced }): StoredEmergencyMessage => {
    const content = {
      texts: texts.map(({ language, title, text }) => ({ language, title, text })),
      color,
      picture,
      ...(sound !== 'none' && { sound: { tone: sound, isForced } }),
    };
    return { messageId: id, digest: digestOf(content), ...content };
  });
  const keys = sorted.flatMap(({ id, key_digit: digit, key_device_ids: deviceIds }): EmergencyKeyRow[] =>
    digit === null || deviceIds.length === 0 ? [] : [{ digit, messageId: id, deviceIds }],
  );
  const digests = messages.map(({ messageId, digest }) => [messageId, digest]);
  return { digest: digestOf(keys.length === 0 ? digests : [digests, keys]), messages, keys };
}
