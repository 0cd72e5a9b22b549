import { createHash } from 'node:crypto';
import type { EmergencyColor, EmergencyText, StoredEmergencyMessage } from '@vitrine/contract';

export interface DocumentRow {
  id: string;
  texts: EmergencyText[];
  color: EmergencyColor;
  /** Checksum of the picture's copy for screens; null without one. */
  picture: string | null;
}

/** The prepared messages of an owner, as their screens store them. */
export interface EmergencyDocument {
  /** Empty when there are no messages. */
  digest: string;
  messages: StoredEmergencyMessage[];
}

export const NO_DOCUMENT: EmergencyDocument = { digest: '', messages: [] };

const digestOf = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16);

/** Builds the document of an owner's messages. Equal messages have equal digests, in every process. */
export function buildDocument(rows: readonly DocumentRow[]): EmergencyDocument {
  if (rows.length === 0) return NO_DOCUMENT;
  const messages = rows
    .toSorted((one, other) => (one.id < other.id ? -1 : 1))
    .map(({ id, texts, color, picture }): StoredEmergencyMessage => {
      const content = { texts: texts.map(({ language, title, text }) => ({ language, title, text })), color, picture };
      return { messageId: id, digest: digestOf(content), ...content };
    });
  return { digest: digestOf(messages.map(({ messageId, digest }) => [messageId, digest])), messages };
}
