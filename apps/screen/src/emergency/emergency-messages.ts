import type { ScreenEmergency, StoredEmergencyMessage } from '@vitrine/contract/emergency';
import type { EmergencyUpdate } from '@vitrine/contract/live';
import { applyEmergencyUpdate, type EmergencyState, listShownAlerts, NO_EMERGENCY, resetEmergencyState } from '@vitrine/playback';
import type { EmergencyListener } from './emergency-inbox.ts';
import type { EmergencyKeyOfScreen } from './emergency-keys.ts';
import type { EmergencyOverlay } from './emergency-overlay.ts';
import { choosePage, listPages } from './emergency-pages.ts';
import type { EmergencySound } from './emergency-sound.ts';

/** Prepared messages and known alerts, as the screen stores them. */
export interface StoredEmergency {
  document: string;
  messages: StoredEmergencyMessage[];
  state: EmergencyState;
  /** Missing in what earlier versions stored. */
  keys?: EmergencyKeyOfScreen[];
}

export interface EmergencyMessagesOptions {
  stored: StoredEmergency | undefined;
  /** Stored pictures by their checksums. */
  pictures: Record<string, Blob> | undefined;
  store: (stored: StoredEmergency) => Promise<unknown>;
  storePictures: (pictures: Record<string, Blob>) => Promise<unknown>;
  fetchEmergency: () => Promise<ScreenEmergency>;
  fetchPicture: (sha256: string) => Promise<Blob>;
  sendPainted: (alertIds: string[], silentIds: string[]) => void;
  overlay: EmergencyOverlay;
  sound: Pick<EmergencySound, 'play' | 'isWanted' | 'isBlocked'>;
  /** Epoch milliseconds by the server's clock. */
  now: () => number;
  onError: (cause: unknown) => void;
}

const TICK_MS = 1000;
/** Spread of the requests for a message that must be shown now. */
const URGENT_SPREAD_MS = 300;
const URGENT_RETRY_MS = 2000;
const RETRY_MS = 30_000;
/** Time after a connection in which the server sends all alerts, unless the owner no longer has messages. */
const CHECK_WITHIN_MS = 10_000;
const CHECK_AFTER_MS = 2000;

/**
 * Emergency messages of this screen. Messages and pictures are stored in advance, and an alert contains the id of a message and the time of its end. When the
 * disk is full, both stay in memory only.
 */
export class EmergencyMessages implements EmergencyListener {
  #options: EmergencyMessagesOptions;
  #stored: StoredEmergency;
  #pictures: Record<string, Blob>;
  /** False when the newest manifest belongs to a screen without an owner. */
  #isOwned = true;
  #painted = new Set<string>();
  #ticking: ReturnType<typeof setInterval> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #dueAt = Number.POSITIVE_INFINITY;
  /** Messages since the running request was sent; null without one. */
  #received: EmergencyUpdate[] | null = null;
  #isConnected = false;

  constructor(options: EmergencyMessagesOptions) {
    this.#options = options;
    this.#stored = options.stored ?? { document: '', messages: [], state: NO_EMERGENCY };
    this.#pictures = options.pictures ?? {};
    this.#render();
  }

  /** Handles a message about alerts. */
  handleUpdate(update: EmergencyUpdate): void {
    this.#received?.push(update);
    this.#setState(applyEmergencyUpdate(this.#stored.state, update));
    if (update.isComplete) this.#cancelRequest();
    if (this.#isMessageMissing()) this.#requestWithin(URGENT_SPREAD_MS);
    else if (update.document !== this.#stored.document) this.#requestWithin(update.withinMs ?? CHECK_WITHIN_MS);
  }

  /** Confirms the shown alerts again, because the server may have lost confirmations. */
  handleConnection(isConnected: boolean): void {
    this.#isConnected = isConnected;
    if (!isConnected) return;
    this.#sendPainted([...this.#painted]);
    const isEmpty = this.#stored.document === '' && this.#stored.state.alerts.length === 0;
    if (!isEmpty || this.#isMessageMissing()) this.#schedule(CHECK_AFTER_MS + Math.random() * CHECK_WITHIN_MS);
  }

  /** Confirms the shown alerts again after the browser has blocked their sound, or allowed it. */
  handleSoundChange(): void {
    this.#sendPainted([...this.#painted].filter((alertId) => this.#findSound(alertId)));
  }

  /** Keys that raise messages on this screen. */
  get keys(): readonly EmergencyKeyOfScreen[] {
    return this.#isOwned ? (this.#stored.keys ?? []) : [];
  }

  getTitle(messageId: string): string {
    return this.#stored.messages.find((message) => message.messageId === messageId)?.texts[0]?.title ?? 'Emergency message';
  }

  /** Hides alerts of a former owner. */
  setOwned(isOwned: boolean): void {
    if (isOwned === this.#isOwned) return;
    this.#isOwned = isOwned;
    this.#render();
  }

  #listShown() {
    return this.#isOwned ? listShownAlerts(this.#stored.state, this.#options.now()) : [];
  }

  /** Returns whether the message of a shown alert is not stored. An earlier version of it counts, and is shown until the new one has arrived. */
  #isMessageMissing(): boolean {
    const { messages } = this.#stored;
    return this.#listShown().some(({ messageId }) => !messages.some((message) => message.messageId === messageId));
  }

  #setState(state: EmergencyState): void {
    if (state === this.#stored.state) return;
    this.#stored = { ...this.#stored, state };
    // Show the alerts before they are stored, because the disk may be slow or full.
    this.#render();
    this.#options.store(this.#stored).catch(this.#options.onError);
  }

  #render(): void {
    const shown = this.#listShown();
    const page = choosePage(listPages(shown, this.#stored.messages), this.#options.now());
    const picture = (page?.picture && this.#pictures[page.picture]) || null;
    this.#options.overlay.show(page, picture, () => page && this.#confirm(page.alertId));
    this.#options.sound.play(shown.map(({ alertId }) => this.#findSound(alertId)).find((sound) => sound !== null) ?? null);
    for (const alertId of this.#painted) if (!shown.some((alert) => alert.alertId === alertId)) this.#painted.delete(alertId);
    if (shown.length > 0) this.#ticking ??= setInterval(() => this.#render(), TICK_MS);
    else {
      clearInterval(this.#ticking);
      this.#ticking = undefined;
    }
  }

  #confirm(alertId: string): void {
    if (this.#painted.has(alertId)) return;
    this.#painted.add(alertId);
    this.#sendPainted([alertId]);
  }

  #sendPainted(alertIds: string[]): void {
    if (alertIds.length === 0) return;
    const { isBlocked } = this.#options.sound;
    this.#options.sendPainted(alertIds, isBlocked ? alertIds.filter((alertId) => this.#findSound(alertId)) : []);
  }

  /** Returns the sound of an alert that this screen plays; null for none. */
  #findSound(alertId: string) {
    const messageId = this.#stored.state.alerts.find((alert) => alert.alertId === alertId)?.messageId;
    const sound = this.#stored.messages.find((message) => message.messageId === messageId)?.sound ?? null;
    return this.#options.sound.isWanted(sound) ? sound : null;
  }

  #requestWithin(spreadMs: number): void {
    this.#schedule(Math.random() * spreadMs);
  }

  /** Schedules a request, unless an earlier one is scheduled. */
  #schedule(delayMs: number): void {
    const dueAt = performance.now() + delayMs;
    if (dueAt >= this.#dueAt) return;
    this.#cancelRequest();
    this.#dueAt = dueAt;
    this.#timer = setTimeout(() => void this.#request(), delayMs);
  }

  #cancelRequest(): void {
    clearTimeout(this.#timer);
    this.#dueAt = Number.POSITIVE_INFINITY;
  }

  async #request(): Promise<void> {
    this.#cancelRequest();
    if (this.#received) return this.#schedule(URGENT_RETRY_MS);
    this.#received = [];
    try {
      const { messages, keys = [], ...update } = await this.#options.fetchEmergency();
      const state = resetEmergencyState(update, this.#received);
      this.#received = null;
      this.#stored = { document: update.document, messages, state, ...(keys.length > 0 && { keys }) };
      this.#render();
      this.#options.store(this.#stored).catch(this.#options.onError);
      await this.#updatePictures();
    } catch (cause) {
      this.#received = null;
      this.#options.onError(cause);
      // A new connection requests them as well.
      if (this.#isConnected) this.#schedule(this.#isMessageMissing() ? URGENT_RETRY_MS : RETRY_MS * (1 + Math.random()));
    }
  }

  #listNeededPictures(): string[] {
    return [...new Set(this.#stored.messages.flatMap(({ picture }) => picture ?? []))];
  }

  /**
   * Downloads missing pictures and removes those that no message has. A picture that fails does not keep the others from being stored; its error is thrown at
   * the end.
   */
  async #updatePictures(): Promise<void> {
    const before = this.#pictures;
    const failures: unknown[] = [];
    for (const sha256 of this.#listNeededPictures()) {
      if (sha256 in this.#pictures) continue;
      try {
        const picture = await this.#options.fetchPicture(sha256);
        this.#pictures = { ...this.#pictures, [sha256]: picture };
      } catch (cause) {
        failures.push(cause);
      }
    }
    // The messages may have changed during the downloads.
    const needed = this.#listNeededPictures();
    const others = Object.keys(this.#pictures).filter((sha256) => !needed.includes(sha256));
    if (others.length > 0)
      this.#pictures = Object.fromEntries(Object.entries(this.#pictures).filter(([sha256]) => !others.includes(sha256)));
    if (this.#pictures !== before) {
      this.#render();
      await this.#options.storePictures(this.#pictures).catch(this.#options.onError);
    }
    if (failures.length > 0) throw failures[0];
  }
}
