import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { aJpeg } from '../../apps/server/src/testing/media-files.ts';
import type { ApiPerson } from '../../e2e/api.ts';
import { until } from '../../e2e/until.ts';
import type { Latency, LatencyRequest } from './bystander-worker.ts';
import { listRenditionQueries } from './rendition-queries.ts';

const CONCURRENT_RENDITIONS = 12;
/** Enough for all attacks, and as many as one request accepts. */
const PHOTOS = 30;

/** Another user, who is not part of an attack. Sends requests from a separate thread, because the attack's own code would delay the measurement. */
export class Bystander {
  readonly #request: LatencyRequest;
  readonly #worker: Worker;
  readonly #renditions: Iterator<string>;

  private constructor(request: LatencyRequest) {
    this.#request = request;
    this.#renditions = listRenditionQueries(request.photoKeys, 'cover');
    this.#worker = new Worker(new URL('./bystander-worker.ts', import.meta.url), { workerData: request });
    this.#worker.unref();
  }

  static async create(person: ApiPerson): Promise<Bystander> {
    const album = await person.album('Holidays');
    const photo = await aJpeg({ width: 2000, height: 1500 });
    const photoKeys: string[] = [];
    for (let index = 0; index < PHOTOS; index++) photoKeys.push((await person.upload(`beach-${index}.jpg`, photo)).key);
    await person.attach(album._id, photoKeys);
    await until('the photos are ready', async () => (await person.media(album._id)).every(({ status }) => status === 6));
    return new Bystander({ origin: person.product.origin, token: person.token, albumId: album._id, photoKeys });
  }

  /** Requests new renditions at the same time, so that all decoders run. They end after 20 idle seconds, and their start counts as growth. */
  async wakeDecoders(): Promise<void> {
    const { origin, token } = this.#request;
    const request = async () => {
      const response = await fetch(`${origin}/api/uploads?${this.#renditions.next().value}`, { headers: { authorization: token } });
      await response.arrayBuffer();
    };
    await Promise.all(Array.from({ length: CONCURRENT_RENDITIONS }, request));
  }

  /** Measures the latency of requests until `work` has settled. Rejects when `work` does. */
  async during(work: Promise<unknown>): Promise<Latency> {
    const result = once(this.#worker, 'message') as Promise<[Latency]>;
    this.#worker.postMessage('start');
    try {
      await work;
    } finally {
      this.#worker.postMessage('stop');
      await result;
    }
    return (await result)[0];
  }
}
