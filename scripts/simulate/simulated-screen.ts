import type { CommandReceipt, Manifest, ManifestPublish, ScreenReport } from '@vitrine/contract/screens';
import { decide, nextItem } from '@vitrine/playback';
import { LiveSocket } from './live-socket.ts';

export interface ScreenIdentity {
  deviceId: string;
  secret: string;
}

export interface SimulatedScreenOptions {
  origin: string;
  identity: ScreenIdentity;
  /** Asks the server for the newest manifest; null while it is the one of this ETag. */
  fetchManifest: (identity: ScreenIdentity, etag: string | null) => Promise<{ manifest: Manifest; etag: string } | null>;
  onConnected?: () => void;
  /** A nudge came: the server has a manifest with this number. */
  onSync?: (revision: number) => void;
  /** It shows this manifest from now on. */
  onAdopted?: (revision: number) => void;
}

/** As the real screen's live link does it: soon, then doubled each time, and spread by half either way. */
const FIRST_MS = 1000;
const LONGEST_MS = 15_000;
const SHORTEST_ITEM_MS = 1000;

/**
 * A screen without a picture: it connects, asks for its manifest, plays it by the clock and reports, with the messages and the
 * patience of the real one. Files are taken as downloaded the moment they are named.
 */
export class SimulatedScreen {
  #options: SimulatedScreenOptions;
  #socket: LiveSocket | undefined;
  #attempts = 0;
  #closed = false;
  #asking = false;
  #again = false;
  #etag: string | null = null;
  #manifest: Manifest | null = null;
  #showing: { publish: ManifestPublish; itemId: string } | null = null;
  #lastReport = '';
  #paused = false;
  #muted = true;
  #timers = new Set<ReturnType<typeof setTimeout>>();
  #turn: ReturnType<typeof setTimeout> | undefined;
  isConnected = false;

  constructor(options: SimulatedScreenOptions) {
    this.#options = options;
  }

  get revision(): number {
    return this.#manifest?.revision ?? 0;
  }

  /** Of the publish that is on its wall. */
  get playlistId(): string | null {
    return this.#showing?.publish.playlistId ?? null;
  }

  open(): void {
    const { origin, identity } = this.#options;
    this.#socket = new LiveSocket({
      origin,
      auth: { ...identity },
      onConnected: () => this.#connected(),
      onEvent: (name, payload) => this.#receive(name, payload),
      onClosed: () => this.#closedLink(),
    });
  }

  close(): void {
    this.#closed = true;
    for (const timer of this.#timers) clearTimeout(timer);
    clearTimeout(this.#turn);
    this.#socket?.close();
  }

  #later(durationMs: number, work: () => void): ReturnType<typeof setTimeout> {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      work();
    }, durationMs);
    this.#timers.add(timer);
    return timer;
  }

  #connected(): void {
    this.isConnected = true;
    this.#attempts = 0;
    this.#lastReport = '';
    this.#options.onConnected?.();
    this.#report();
  }

  #closedLink(): void {
    this.isConnected = false;
    if (this.#closed) return;
    const full = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(this.#attempts++, 10));
    this.#later(full * (0.5 + Math.random()), () => this.open());
  }

  #receive(name: string, payload: unknown): void {
    if (name === 'sync') {
      const { revision, withinMs = 0 } = payload as { revision: number; withinMs?: number };
      this.#options.onSync?.(revision);
      if (revision !== this.#manifest?.revision) this.#later(Math.random() * withinMs, () => this.#nudge());
    }
    if (name === 'action') this.#runCommand(payload as { id: string; action: string });
  }

  #runCommand({ id, action }: { id: string; action: string }): void {
    const answer = (state: CommandReceipt['state']) => this.#socket?.send('receipt', { id, state } satisfies CommandReceipt);
    answer('delivered');
    if (action === 'play' || action === 'pause') this.#paused = action === 'pause';
    if (action === 'mute' || action === 'unmute') this.#muted = action === 'mute';
    if (action === 'next' || action === 'previous') this.#show(action === 'next' ? 1 : -1);
    answer('done');
    this.#report();
  }

  #nudge(): void {
    if (this.#asking) this.#again = true;
    else void this.#ask();
  }

  async #ask(): Promise<void> {
    this.#asking = true;
    this.#again = false;
    try {
      const answer = await this.#options.fetchManifest(this.#options.identity, this.#etag);
      if (answer) this.#adopt(answer.manifest, answer.etag);
    } catch {
      // Whoever comes back asks again.
      this.#later(FIRST_MS * (0.5 + Math.random()), () => this.#nudge());
    }
    this.#asking = false;
    if (this.#again && !this.#closed) this.#nudge();
  }

  #adopt(manifest: Manifest, etag: string): void {
    this.#manifest = manifest;
    this.#etag = etag;
    this.#options.onAdopted?.(manifest.revision);
    this.#show(1);
  }

  /** Shows the item that is next by the evaluator, and comes back when its time is over. */
  #show(step: 1 | -1): void {
    clearTimeout(this.#turn);
    const { publishes = [], device = null } = this.#manifest ?? {};
    const { publish } = decide({ publishes, timeZone: device?.timeZone ?? 'UTC', now: Date.now() });
    const before = this.#showing?.publish.publishId === publish?.publishId ? (this.#showing?.itemId ?? null) : null;
    const item = publish && nextItem(publish.items, before, step);
    this.#showing = publish && item ? { publish, itemId: item.id } : null;
    this.#report();
    // A picture alone on its wall has nothing to make room for.
    if (!item || this.#closed || (publishes.length === 1 && publish.items.length === 1)) return;
    this.#turn = setTimeout(() => this.#show(1), Math.max(SHORTEST_ITEM_MS, item.durationMs));
  }

  #report(): void {
    if (!this.isConnected || !this.#manifest) return;
    const report = this.#read(this.#manifest);
    const text = JSON.stringify(report);
    if (text === this.#lastReport) return;
    this.#lastReport = text;
    this.#socket?.send('report', report, () => undefined);
  }

  #read({ revision, files }: Manifest): ScreenReport {
    const { publish, itemId = null } = this.#showing ?? {};
    return {
      revision,
      downloaded: files.length,
      total: files.length,
      publishId: publish?.publishId ?? null,
      itemId,
      mediaId: itemId,
      failed: [],
      paused: this.#paused,
      muted: this.#muted,
      temperature: null,
      underVoltage: null,
      canReboot: false,
      canPowerOff: false,
      health: null,
    };
  }
}
