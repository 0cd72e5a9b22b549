import type { Manifest, ManifestFile } from '@vitrine/contract/screens';
import type { StoredManifest } from '../database/database.ts';
import type { DownloadProgress } from '../sync/manifest-downloads.ts';
import { createPartSelector } from '../sync/partial-manifest.ts';

interface ManifestPlaybackOptions {
  play: (manifest: Manifest) => void;
  /** Returns true while a publish plays, or should. */
  isPublishActive: () => boolean;
  /** Stores the manifest that is played after a restart. */
  store: (adopted: StoredManifest) => Promise<unknown>;
  /** Deletes files that the stored manifest does not need. */
  removeSurplus: () => Promise<void>;
  onError: (operation: string, cause: unknown) => void;
}

/** Plays the newest complete manifest or, while nothing plays, the downloaded part of the next one, and stores what it plays. */
export class ManifestPlayback {
  #options: ManifestPlaybackOptions;
  #selectPart = createPartSelector();
  active: StoredManifest | null = null;
  /** Newest manifest, while its files are incomplete. */
  next: Manifest | null = null;
  progress: DownloadProgress = { downloaded: 0, total: 0 };

  constructor(options: ManifestPlaybackOptions) {
    this.#options = options;
  }

  /** Manifests whose files must stay. */
  get pinned(): Manifest[] {
    return [this.active?.manifest, this.next].flatMap((manifest) => manifest ?? []);
  }

  /** True while no complete manifest plays: nothing is published yet, or a part of the first playlist plays. */
  get isPartWanted(): boolean {
    return this.active?.isPartial === true || !this.#options.isPublishActive();
  }

  play(adopted: StoredManifest): void {
    this.active = adopted;
    this.#options.play(adopted.manifest);
  }

  /** Plays a complete manifest at once, then stores it. Old files are deleted only after that. */
  activate(complete: StoredManifest): void {
    this.next = null;
    const adopted = { ...complete, windowsRevision: complete.manifest.revision };
    this.play(adopted);
    this.#run(async () => {
      await this.#options.store(adopted);
      await this.#options.removeSurplus();
    });
  }

  /** Plays the part of an incomplete manifest that is downloaded, if nothing else plays. */
  handleProgress(progress: DownloadProgress, newest: StoredManifest, missing: readonly ManifestFile[]): void {
    this.progress = progress;
    this.next = newest.manifest === this.active?.manifest ? null : newest.manifest;
    const part = this.next && missing.length > 0 && this.isPartWanted ? this.#selectPart(newest, missing) : null;
    if (!part) return;
    this.play(part.partial);
    if (part.isStored) this.#run(() => this.#options.store(part.partial));
  }

  removeSurplus(): void {
    this.#run(this.#options.removeSurplus);
  }

  #run(work: () => Promise<unknown>): void {
    work().catch((cause: unknown) => this.#options.onError('keeping the manifest', cause));
  }
}
