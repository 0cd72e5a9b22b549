import { setTimeout as sleep } from 'node:timers/promises';
import type { Album } from '@vitrine/contract';
import type { ApiPerson } from '../../e2e/api.ts';
import type { RunningProduct } from '../../e2e/product.ts';
import { request } from '../faults/cells/requests.ts';

const PAGE_SIZE = 100;
/** More requests than this are not sent at a time, so that a machine that is too slow for the rate does not collect them until they time out. */
const MAX_PENDING = 64;

interface LoadOptions {
  /** Minimum number of requests. */
  requests: number;
  perSecond: number;
  /** Key of a stored image. */
  imageKey: string;
}

/** Result of a load. */
export interface LoadReport {
  sent: number;
  /** Requests that were not successful, with the response or the error. */
  failures: string[];
  perSecond: number;
  p99Ms: number;
  slowestMs: number;
}

type Act = () => Promise<unknown>;

/**
 * Sends requests at a steady rate: lists, images, and albums that are created, renamed and deleted. An album that
 * exists twice at the end was created by a repeated request.
 */
export class RequestLoad {
  readonly #person: ApiPerson<RunningProduct>;
  readonly #options: LoadOptions;
  readonly #failures: string[] = [];
  readonly #durations: number[] = [];
  /** Albums that exist according to the responses, oldest first. */
  readonly #albums: { id: string; name: string }[] = [];
  /** Names of albums whose requests got no response, so that either state is correct. */
  readonly #doubtful = new Set<string>();
  #named = 0;

  constructor(person: ApiPerson<RunningProduct>, options: LoadOptions) {
    this.#person = person;
    this.#options = options;
  }

  get sent(): number {
    return this.#durations.length;
  }

  /** Sends the requests, and more until `work` is done; none after `work` has failed. Resolves when all of them got a response or failed. */
  async runDuring(work: Promise<void>): Promise<LoadReport> {
    const { requests, perSecond } = this.#options;
    const pending = new Set<Promise<void>>();
    const startedAt = performance.now();
    let state: 'running' | 'done' | 'failed' = 'running';
    const isOver = (count: number) => state === 'failed' || (state === 'done' && count >= requests);
    work.then(
      () => (state = 'done'),
      () => (state = 'failed'),
    );
    for (let count = 0; !isOver(count); count++) {
      const dueAt = startedAt + (count * 1000) / perSecond;
      if (dueAt > performance.now()) await sleep(dueAt - performance.now());
      while (pending.size >= MAX_PENDING) await Promise.race(pending);
      const one = this.#send(this.#choose(count)).finally(() => pending.delete(one));
      pending.add(one);
    }
    await Promise.all(pending);
    const durationS = (performance.now() - startedAt) / 1000;
    await work;
    const sorted = this.#durations.toSorted((a, b) => a - b);
    const at = (share: number) => Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0);
    return { sent: this.sent, failures: this.#failures, perSecond: Math.round(this.sent / durationS), p99Ms: at(0.99), slowestMs: at(1) };
  }

  /** Lists the differences between the albums that exist and those that the responses confirmed. */
  async findWrongAlbums(): Promise<string[]> {
    const existing = (await this.#listAlbums())
      .map(({ name }) => name)
      .filter((name) => name.startsWith('Load ') && !this.#doubtful.has(name));
    const expected = this.#albums.map(({ name }) => name).filter((name) => !this.#doubtful.has(name));
    return [
      ...existing.filter((name, index) => existing.indexOf(name) !== index).map((name) => `“${name}” exists twice`),
      ...existing.filter((name) => !expected.includes(name)).map((name) => `“${name}” exists unexpectedly`),
      ...expected.filter((name) => !existing.includes(name)).map((name) => `“${name}” is missing`),
    ];
  }

  async #listAlbums(): Promise<Album[]> {
    const albums: Album[] = [];
    for (;;) {
      const last = albums.at(-1);
      const from = last ? `&after=${last._id}` : '';
      const page = await this.#person.request<Album[]>('GET', `/albums/${this.#person.userId}?dataPerPage=${PAGE_SIZE}${from}`);
      albums.push(...page);
      if (page.length < PAGE_SIZE) return albums;
    }
  }

  async #send(act: Act): Promise<void> {
    const startedAt = performance.now();
    try {
      await act();
    } catch (error) {
      this.#failures.push(
        error instanceof Error ? `${error.message} ${error.cause instanceof Error ? error.cause.message : ''}` : String(error),
      );
    } finally {
      this.#durations.push(performance.now() - startedAt);
    }
  }

  #choose(count: number): Act {
    const { imageKey } = this.#options;
    const kinds: Act[] = [
      () => this.#createAlbum(),
      () => request(this.#person, `/api/albums/${this.#person.userId}`),
      () => request(this.#person, `/api/uploads?key=${imageKey}&width=${60 + (count % 20) * 10}&fit=inside`),
      () => this.#renameAlbum(),
      () => request(this.#person, `/api/albums/${this.#person.userId}`),
      () => request(this.#person, `/api/uploads?key=${imageKey}&width=64&fit=inside`),
      () => this.#deleteAlbum(),
      () => request(this.#person, `/api/albums/${this.#person.userId}`),
    ];
    return kinds[count % kinds.length] as Act;
  }

  async #createAlbum(): Promise<void> {
    const name = `Load ${++this.#named}`;
    const { _id: id } = await this.#change(name, 'POST', '/albums', { name });
    this.#albums.push({ id, name });
  }

  async #renameAlbum(): Promise<void> {
    const album = this.#albums.shift();
    if (!album) return this.#createAlbum();
    const name = `Load ${++this.#named}, renamed`;
    this.#doubtful.add(album.name);
    await this.#change(name, 'PUT', `/albums/${album.id}`, { name });
    this.#doubtful.delete(album.name);
    this.#albums.push({ id: album.id, name });
  }

  async #deleteAlbum(): Promise<void> {
    const album = this.#albums.shift();
    if (!album) return this.#createAlbum();
    await this.#change(album.name, 'DELETE', `/albums/${album.id}`);
  }

  async #change(name: string, method: string, path: string, body?: { name: string }): Promise<Album> {
    this.#doubtful.add(name);
    const json = body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    const { bytes } = await request(this.#person, `/api${path}`, { method, ...json });
    this.#doubtful.delete(name);
    return (JSON.parse(bytes.toString()) as { result: Album }).result;
  }
}
