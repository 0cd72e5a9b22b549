import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { aJpeg } from '../../apps/server/src/testing/media-files.ts';
import type { ApiPerson } from '../../e2e/api.ts';
import { until } from '../../e2e/until.ts';
import type { Latency, LatencyRequest } from './bystander-worker.ts';

const CONCURRENT_SIZES = 12;

/** Another user, who is not part of an attack. Sends requests from a separate thread, because the attack's own code would delay the measurement. */
export class Bystander {
  readonly #request: LatencyRequest;
  readonly #worker: Worker;
  #nextWidth = 500;

  private constructor(request: LatencyRequest) {
    this.#request = request;
    this.#worker = new Worker(new URL('./bystander-worker.ts', import.meta.url), { workerData: request });
    this.#worker.unref();
  }

  static async create(person: ApiPerson): Promise<Bystander> {
    const album = await person.album('Holidays');
    const { key } = await person.upload('beach.jpg', await aJpeg());
    await person.attach(album._id, [key]);
    await until('the photo is ready', async () => (await person.media(album._id))[0]?.status === 6);
    return new Bystander({
      origin: person.product.origin,
      token: person.token,
      paths: ['/albums', `/medias/${album._id}`, `/uploads?key=${key}&height=300`],
    });
  }

  /** Requests new sizes of the photo at the same time, so that all decoders run. They end after 20 idle seconds, and their start counts as growth. */
  async wakeDecoders(): Promise<void> {
    const { origin, token, paths } = this.#request;
    const rendition = paths.find((path) => path.includes('?')) ?? '';
    const request = async () => {
      const response = await fetch(`${origin}/api${rendition}&width=${this.#nextWidth++}`, { headers: { authorization: token } });
      await response.arrayBuffer();
    };
    await Promise.all(Array.from({ length: CONCURRENT_SIZES }, request));
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
