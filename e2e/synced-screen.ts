/** Screens of `manifest-histories.test.ts`, and the pseudo-random numbers that decide what happens to them. */
import type { Manifest, SyncMessage } from '@vitrine/contract';
import type { StoredManifest } from '../apps/screen/src/database/database.ts';
import { ManifestSync } from '../apps/screen/src/sync/manifest-sync.ts';
import type { TestScreen } from '../apps/server/src/testing/builders.ts';

/** Returns a generator of pseudo-random numbers from 0 to 1. */
export function createRandom(seed: number) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    next,
    chance: (probability: number) => next() < probability,
    integer: (count: number) => Math.floor(next() * count),
    pick: <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T,
    sample: <T>(list: readonly T[], probability: number): T[] => list.filter(() => next() < probability),
  };
}

type Random = ReturnType<typeof createRandom>;

/** A screen that is connected to one of the processes over an unreliable link. */
export class SyncedScreen {
  identity: TestScreen;
  screenId: string;
  /** All manifests that it adopted, in order. */
  adopted: Manifest[] = [];
  requestCount = 0;
  process = 0;
  #isLinked = false;
  #delayed: SyncMessage[] = [];
  #sync: ManifestSync | undefined;
  #storedFiles = new Set<string>();

  readonly #random: Random;
  readonly #clean: (manifest: Manifest) => Manifest;

  /** `clean` returns an adopted manifest in the form in which manifests are compared. */
  constructor(identity: TestScreen, screenId: string, { random, clean }: { random: Random; clean: (manifest: Manifest) => Manifest }) {
    this.identity = identity;
    this.screenId = screenId;
    this.#random = random;
    this.#clean = clean;
  }

  /** Simulates a new machine in place of this one. */
  replace(identity: TestScreen, screenId: string): void {
    this.cut();
    this.stop();
    [this.identity, this.screenId] = [identity, screenId];
    this.reset();
  }

  /** Simulates a reload without stored data. */
  reset(): void {
    this.#sync?.stop();
    [this.adopted, this.#delayed, this.requestCount] = [[], [], 0];
    this.#sync = new ManifestSync(null, {
      server: {
        requestManifest: (etag) => this.#request(etag),
        fetchContents: async (digest) => (await this.identity.get(`/screens/contents/${digest}`)).json().result,
        fetchFile: async ({ sha256 }) => void this.#storedFiles.add(sha256),
      },
      cache: {
        listStoredFiles: async () => this.#storedFiles,
        copiesOf: (file) => [file],
        freeSpaceFor: async () => undefined,
        isPartWanted: () => false,
      },
      listener: {
        onComplete: ({ manifest }) => this.adopted.push(this.#clean(manifest)),
        onReplaced: () => undefined,
        onProgress: () => undefined,
        onRepaired: () => undefined,
        onReachabilityChange: () => undefined,
        onScreenUnknown: () => undefined,
        onError: () => undefined,
      },
    });
    this.#sync.requestSync();
  }

  stop(): void {
    this.#sync?.stop();
  }

  async #request(etag: string | null): Promise<StoredManifest | null> {
    this.requestCount += 1;
    const response = await this.identity.get('/screens/manifest', etag ? { 'if-none-match': etag } : {});
    if (response.statusCode === 304) return null;
    return {
      manifest: response.json<{ result: Manifest }>().result,
      etag: String(response.headers.etag),
      deviceId: this.identity.deviceId,
    };
  }

  receive(message: SyncMessage): void {
    if (!this.#isLinked || this.#random.chance(0.12)) return;
    if (this.#random.chance(0.2)) {
      this.#delayed.push(message);
      return;
    }
    for (let times = this.#random.chance(0.1) ? 2 : 1; times > 0; times--) this.#sync?.handleSyncMessage(message);
  }

  /** Delivers the delayed messages, newest first. */
  deliverDelayed(): void {
    const delayed = this.#delayed.splice(0).reverse();
    if (this.#isLinked) for (const message of delayed) this.#sync?.handleSyncMessage(message);
  }

  /** Breaks the connection; delayed messages are lost. */
  cut(): void {
    this.#isLinked = false;
    this.#delayed = [];
    this.#sync?.setLinked(false);
  }

  /** After a connect, the server sends the revision of the newest manifest. */
  link(process: number, revision: number): void {
    this.process = process;
    this.#isLinked = true;
    this.#sync?.setLinked(true);
    this.#sync?.handleSyncMessage({ revision });
  }
}
