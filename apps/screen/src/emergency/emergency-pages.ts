import type { EmergencyColor, EmergencyText, StoredEmergencyMessage } from '@vitrine/contract/emergency';
import type { KnownAlert } from '@vitrine/playback';

/** Content of the overlay at one time. */
export interface EmergencyPage {
  /** Differs for pages that look different. */
  key: string;
  alertId: string;
  color: EmergencyColor;
  /** Label of a drill in the languages of the texts; null for a real alert. */
  drill: string | null;
  texts: EmergencyText[];
  /** Checksum of the picture; null without one. */
  picture: string | null;
}

const PAGE_MS = 8000;
/** Two languages with at most this many characters are shown one below the other, otherwise one after the other. */
const MAX_STACKED_CHARACTERS = 160;

const DRILL: Partial<Record<string, string>> = {
  de: 'Übung',
  es: 'Simulacro',
  fr: 'Exercice',
  it: 'Esercitazione',
  nl: 'Oefening',
  pl: 'Ćwiczenia',
  pt: 'Simulacro',
  sv: 'Övning',
};
const labelDrill = (texts: readonly EmergencyText[]): string =>
  [...new Set(texts.map(({ language }) => DRILL[language.slice(0, 2)] ?? 'Drill'))].join(' · ');

const countCharacters = (texts: readonly EmergencyText[]): number =>
  texts.reduce((sum, { title, text }) => sum + title.length + text.length, 0);

const groupTexts = (texts: readonly EmergencyText[]): EmergencyText[][] =>
  texts.length <= 2 && countCharacters(texts) <= MAX_STACKED_CHARACTERS ? [[...texts]] : texts.map((text) => [text]);

/** Lists the pages of all shown alerts whose messages are stored. They take turns. */
export function listPages(alerts: readonly KnownAlert[], messages: readonly StoredEmergencyMessage[]): EmergencyPage[] {
  return alerts.flatMap(({ alertId, messageId, drill }) => {
    const message = messages.find((candidate) => candidate.messageId === messageId);
    if (!message) return [];
    return groupTexts(message.texts).map((texts, index) => ({
      key: `${alertId} ${message.digest} ${index}`,
      alertId,
      color: message.color,
      drill: drill ? labelDrill(texts) : null,
      texts,
      picture: message.picture,
    }));
  });
}

/** Returns the page to show now, by the clock, so that neighbouring screens show the same one. */
export const choosePage = (pages: readonly EmergencyPage[], now: number): EmergencyPage | null =>
  pages[Math.floor(now / PAGE_MS) % Math.max(1, pages.length)] ?? null;
