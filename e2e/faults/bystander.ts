import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { aJpeg } from '../../apps/server/src/testing/media-files.ts';
import type { ApiPerson } from '../api.ts';
import { until } from './round.ts';

const EVERY_MS = 50;

export interface Waits {
  requests: number;
  p99Ms: number;
  /** How often each status came; 0 is a connection that broke. */
  statuses: Record<number, number>;
  /** Whether each refusal with 503 said when to ask again. */
  saysWhen: boolean;
}

/**
 * Somebody else, who has nothing to do with an attack and asks for their albums and for a small picture of their own, made anew each time, twenty times a
 * second whether or not the answers come. A wait is from the request to the last byte of its answer.
 */
export class Bystander {
  readonly #person: ApiPerson;
  readonly #paths: string[];
  readonly #agent = new http.Agent({ keepAlive: true, maxSockets: 64 });

  private constructor(person: ApiPerson, paths: string[]) {
    this.#person = person;
    this.#paths = paths;
  }

  static async create(person: ApiPerson): Promise<Bystander> {
    const album = await person.album('Holidays');
    const { key } = await person.upload('beach.jpg', await aJpeg());
    await person.attach(album._id, [key]);
    await until('the photo is ready', async () => (await person.media(album._id))[0]?.status === 6);
    return new Bystander(person, ['/albums', `/medias/${album._id}`, `/uploads?key=${key}&height=300`]);
  }

  /** Asks until `work` has ended. */
  async during(work: Promise<unknown>): Promise<Waits> {
    let isOver = false;
    let failure: unknown;
    const ended = work.catch((error) => (failure = error)).finally(() => (isOver = true));
    const asked: Promise<{ ms: number; status: number; saysWhen: boolean }>[] = [];
    while (!isOver) {
      const path = this.#paths[asked.length % this.#paths.length] ?? '';
      // Another size each time: a picture that was made before waits for nobody.
      asked.push(this.#ask(path.includes('?') ? `${path}&width=${100 + (asked.length % 400)}` : path));
      await sleep(EVERY_MS);
    }
    await ended;
    const answers = await Promise.all(asked);
    if (failure !== undefined) throw failure;
    const sorted = answers.map(({ ms }) => ms).toSorted((a, b) => a - b);
    const statuses: Record<number, number> = {};
    for (const { status } of answers) statuses[status] = (statuses[status] ?? 0) + 1;
    return {
      requests: answers.length,
      p99Ms: Math.round(sorted[Math.floor(sorted.length * 0.99)] ?? 0),
      statuses,
      saysWhen: answers.every(({ status, saysWhen }) => status !== 503 || saysWhen),
    };
  }

  #ask(path: string): Promise<{ ms: number; status: number; saysWhen: boolean }> {
    const from = performance.now();
    const { origin } = this.#person.product;
    return new Promise((resolve) => {
      const end = (status: number, saysWhen = false) => resolve({ ms: performance.now() - from, status, saysWhen });
      http
        .get(`${origin}/api${path}`, { agent: this.#agent, headers: { authorization: this.#person.token } }, (answer) => {
          answer.resume().once('end', () => end(answer.statusCode ?? 0, answer.headers['retry-after'] !== undefined));
        })
        .once('error', () => end(0));
    });
  }
}
