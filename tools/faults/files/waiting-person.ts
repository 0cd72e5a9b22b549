import { setTimeout as sleep } from 'node:timers/promises';
import { aJpeg, aVideo } from '../../../apps/server/src/testing/media-files.ts';
import type { ApiPerson } from '../../../e2e/api.ts';

const INTERVAL_MS = 5000;

/** Another account, which uploads a photo and a short video again and again. Measures how long it waits until both can be played. */
export class WaitingPerson {
  readonly #person: ApiPerson;
  #isStopped = false;
  #running: Promise<boolean> = Promise.resolve(true);
  longestMs = 0;
  uploads = 0;

  constructor(person: ApiPerson) {
    this.#person = person;
  }

  start(): void {
    this.#running = this.#repeat().then(
      () => true,
      (error: unknown) => {
        console.log(`✗ another account: ${error instanceof Error ? error.message : String(error)}`);
        return false;
      },
    );
  }

  /** Returns false when an upload failed or took too long. */
  async stop(): Promise<boolean> {
    this.#isStopped = true;
    return this.#running;
  }

  async #repeat(): Promise<void> {
    const [photo, film] = await Promise.all([aJpeg(), aVideo({ seconds: 1 })]);
    while (!this.#isStopped) {
      const album = await this.#person.album('Mine');
      const startedAt = performance.now();
      const uploaded = await Promise.all([this.#person.upload('photo.jpg', photo), this.#person.upload('film.mp4', film)]);
      await this.#person.attach(
        album._id,
        uploaded.map(({ key }) => key),
      );
      await this.#person.waitUntilReady(album._id);
      this.longestMs = Math.max(this.longestMs, Math.round(performance.now() - startedAt));
      this.uploads++;
      await this.#person.request('DELETE', `/albums/${album._id}`);
      await sleep(INTERVAL_MS);
    }
  }
}
