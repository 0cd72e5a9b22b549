import type { Manifest, ManifestSource, SentSource } from '@vitrine/contract/screens';
import type { SourceDocument } from '@vitrine/contract/sources';
import type { SourceState } from '@vitrine/widgets';

export interface StoredDocument {
  sha256: string;
  document: SourceDocument;
}

export interface SourceSituation {
  manifest: Manifest | null;
  nextManifest: Manifest | null;
  reachable: boolean;
}

export interface SourceDataOptions {
  /** The stored documents by the ids of their sources. */
  stored: Record<string, StoredDocument>;
  store: (documents: Record<string, StoredDocument>) => Promise<unknown>;
  fetchDocument: (sha256: string) => Promise<SourceDocument>;
  /** Returns the time of the last response of the server; null when there was none. */
  readLastResponse: () => Promise<number | null>;
  onError: (cause: unknown) => void;
}

const NO_SOURCES: readonly SentSource[] = [];
/** Time over which screens spread their requests for a document, because the same message may have reached thousands. */
const SPREAD_MS = { first: 3000, next: 10_000 };
const RETRY_MS = 30_000;

/** The documents of the manifest's sources. They are stored on the screen, so that its widgets also have data after a restart without a network. */
export class SourceData {
  #options: SourceDataOptions;
  #documents: Record<string, StoredDocument>;
  #sources = NO_SOURCES;
  #reachable = true;
  /** Time of the last response, while the server is unreachable. */
  #lastResponse: number | null = null;
  #timers = new Map<string, ReturnType<typeof setTimeout>>();
  #listeners = new Set<() => void>();

  constructor(options: SourceDataOptions) {
    this.#options = options;
    this.#documents = options.stored;
  }

  /** Calls the function whenever the data or its age may have changed. Returns the function that ends that. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  getState(sourceId: string): SourceState {
    const stored = this.#documents[sourceId];
    if (!stored) return { document: null, currentUntil: null };
    const source = this.#sources.find(({ id }) => id === sourceId);
    return { document: stored.document, currentUntil: this.#getCurrentUntil(source, stored) };
  }

  /** Applies the newest manifest and whether the server can be reached. */
  update({ manifest, nextManifest, reachable }: SourceSituation): void {
    const newest = nextManifest ?? manifest;
    const sources = newest?.sources ?? NO_SOURCES;
    if (newest && sources !== this.#sources) {
      this.#sources = sources;
      this.#addSentDocuments();
      this.#removeUnused([...sources, ...(manifest?.sources ?? [])]);
      this.#requestMissing();
      this.#notify();
    }
    if (reachable !== this.#reachable) this.#setReachable(reachable);
  }

  #getCurrentUntil(source: ManifestSource | undefined, { sha256 }: StoredDocument): number | null {
    if (source?.failingSince) return Date.parse(source.failingSince);
    if (source && source.sha256 !== sha256) return Date.parse(source.changedAt);
    return this.#reachable ? null : this.#lastResponse;
  }

  #setReachable(reachable: boolean): void {
    this.#reachable = reachable;
    if (reachable) {
      this.#lastResponse = null;
      this.#requestMissing();
      this.#notify();
    } else {
      this.#options.readLastResponse().then((time) => {
        if (!this.#reachable) this.#lastResponse = time;
        this.#notify();
      }, this.#options.onError);
    }
  }

  #addSentDocuments(): void {
    for (const { id, sha256, document } of this.#sources)
      if (document && this.#documents[id]?.sha256 !== sha256) this.#add(id, { sha256, document });
  }

  #removeUnused(sources: readonly ManifestSource[]): void {
    const used = new Set(sources.map(({ id }) => id));
    const unused = Object.keys(this.#documents).filter((id) => !used.has(id));
    for (const id of unused) delete this.#documents[id];
    if (unused.length > 0) this.#store();
  }

  /** Requests documents that are not stored, one request for each source. */
  #requestMissing(): void {
    for (const { id, sha256 } of this.#sources) {
      const known = this.#documents[id];
      if (known?.sha256 !== sha256) this.#schedule(id, Math.random() * (known ? SPREAD_MS.next : SPREAD_MS.first));
    }
  }

  #schedule(id: string, delayMs: number): void {
    if (this.#timers.has(id)) return;
    const timer = setTimeout(() => {
      this.#request(id).then(
        () => this.#timers.delete(id),
        (cause: unknown) => {
          this.#options.onError(cause);
          this.#timers.delete(id);
          this.#schedule(id, RETRY_MS);
        },
      );
    }, delayMs);
    this.#timers.set(id, timer);
  }

  async #request(id: string): Promise<void> {
    const isMissing = ({ sha256 }: ManifestSource) => this.#documents[id]?.sha256 !== sha256;
    // The source may change during a request.
    for (let source = this.#find(id); source && isMissing(source); source = this.#find(id)) {
      const { sha256 } = source;
      const document = await this.#options.fetchDocument(sha256);
      if (this.#find(id)) this.#add(id, { sha256, document });
      this.#notify();
    }
  }

  #find(sourceId: string): SentSource | undefined {
    return this.#sources.find(({ id }) => id === sourceId);
  }

  #add(id: string, document: StoredDocument): void {
    this.#documents[id] = document;
    this.#store();
  }

  #store(): void {
    this.#options.store(this.#documents).catch(this.#options.onError);
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}
