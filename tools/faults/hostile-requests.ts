import { ApiPerson } from '../../e2e/api.ts';
import type { Attack } from './attack.ts';
import { assert } from './round.ts';

const FLOOD_MS = 8000;
const CONNECTIONS = 30;
const IDS = 5000;
const MAX_RESPONSE_BYTES = 4000;
const MAX_OPEN_UPLOADS = 100;

const send = ({ product, token }: ApiPerson, path: string, init: RequestInit = {}) =>
  fetch(`${product.origin}/api${path}`, {
    ...init,
    headers: { authorization: token, ...(init.body !== undefined && { 'content-type': 'application/json' }), ...init.headers },
  });

/** Creates a separate account for each attack, because its limits outlast the attack. */
const create = ({ product }: ApiPerson, name: string) => ApiPerson.create(product, `${name}@example.com`);

/** Sends requests over several connections until the time is over, and returns how often each status came. */
async function floodWith(request: () => Promise<Response>): Promise<Map<number, number>> {
  const statuses = new Map<number, number>();
  const end = performance.now() + FLOOD_MS;
  const work = async () => {
    while (performance.now() < end) {
      const answer = await request();
      const { length } = await answer.text();
      assert(length < MAX_RESPONSE_BYTES, `an error of ${length} bytes`);
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, work));
  return statuses;
}

/** One account sends lists of ids that are not ids, as fast as it can. */
export const faultyIds: Attack = {
  name: 'thousands of faulty ids',
  async run(person) {
    const attacker = await create(person, 'faulty-ids');
    const album = await attacker.album('Faulty');
    const body = JSON.stringify({ mediaIdArr: Array.from({ length: IDS }, (_, at) => `not-an-id-${at}`), beforeId: null });
    const statuses = await floodWith(() => send(attacker, `/medias/${album._id}/order`, { method: 'PUT', body }));
    assert((statuses.get(422) ?? 0) > 0, 'no request was examined');
    assert((statuses.get(429) ?? 0) > 0, 'the account was not limited');
  },
};

/** One account sends a costly request as fast as it can. */
export const greedyAccount: Attack = {
  name: 'one account that floods',
  async run(person) {
    const attacker = await create(person, 'greedy');
    const statuses = await floodWith(() => send(attacker, '/albums'));
    assert((statuses.get(429) ?? 0) > 0, 'the account was not limited');
  },
};

/** Creates an upload that no bytes are sent for. */
export function beginUpload(person: ApiPerson, albumId: string): Promise<Response> {
  const metadata = `filename ${btoa('a.jpg')},albumId ${btoa(albumId)}`;
  const headers = { 'tus-resumable': '1.0.0', 'upload-length': '1000', 'upload-metadata': metadata };
  return send(person, '/uploads/tus', { method: 'POST', headers });
}

/** One account begins uploads as fast as it can and sends no byte of them. */
export const abandonedUploads: Attack = {
  name: 'uploads that never come',
  async run(person) {
    const attacker = await create(person, 'abandoned');
    const album = await attacker.album('Abandoned');
    const statuses = await floodWith(() => beginUpload(attacker, album._id));
    const open = statuses.get(201) ?? 0;
    assert(open > 0 && open <= MAX_OPEN_UPLOADS, `${open} uploads are open`);
    assert((statuses.get(429) ?? 0) > 0, 'no upload was refused');
  },
};
