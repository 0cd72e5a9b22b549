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
const createAttacker = ({ product }: ApiPerson, name: string) => ApiPerson.create(product, `${name}@example.com`);

/** Sends requests over several connections until the time is over, and returns the number of responses by status. */
async function floodWith(request: () => Promise<Response>): Promise<Map<number, number>> {
  const statuses = new Map<number, number>();
  const end = performance.now() + FLOOD_MS;
  const sendRepeatedly = async () => {
    while (performance.now() < end) {
      const response = await request();
      const { length } = await response.text();
      assert(length < MAX_RESPONSE_BYTES, `an error of ${length} bytes`);
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, sendRepeatedly));
  return statuses;
}

/** One account sends lists of invalid ids as fast as it can. */
export const invalidIds: Attack = {
  name: 'thousands of faulty ids',
  async run(person) {
    const attacker = await createAttacker(person, 'faulty-ids');
    const album = await attacker.album('Faulty');
    const body = JSON.stringify({ mediaIdArr: Array.from({ length: IDS }, (_, at) => `not-an-id-${at}`), beforeId: null });
    const statuses = await floodWith(() => send(attacker, `/medias/${album._id}/order`, { method: 'PUT', body }));
    assert((statuses.get(422) ?? 0) > 0, 'no request was validated');
    assert((statuses.get(429) ?? 0) > 0, 'the account was not limited');
  },
};

/** One account sends a costly request as fast as it can. */
export const greedyAccount: Attack = {
  name: 'one account that floods',
  async run(person) {
    const attacker = await createAttacker(person, 'greedy');
    const statuses = await floodWith(() => send(attacker, '/albums'));
    assert((statuses.get(429) ?? 0) > 0, 'the account was not limited');
  },
};

/** Creates an upload without sending any bytes. */
export function createUpload(person: ApiPerson, albumId: string): Promise<Response> {
  const metadata = `filename ${btoa('a.jpg')},albumId ${btoa(albumId)}`;
  const headers = { 'tus-resumable': '1.0.0', 'upload-length': '1000', 'upload-metadata': metadata };
  return send(person, '/uploads/tus', { method: 'POST', headers });
}

/** One account creates uploads as fast as it can without sending any bytes. */
export const abandonedUploads: Attack = {
  name: 'uploads that never come',
  async run(person) {
    const attacker = await createAttacker(person, 'abandoned');
    const album = await attacker.album('Abandoned');
    const statuses = await floodWith(() => createUpload(attacker, album._id));
    const open = statuses.get(201) ?? 0;
    assert(open > 0 && open <= MAX_OPEN_UPLOADS, `${open} uploads are open`);
    assert((statuses.get(429) ?? 0) > 0, 'no upload was refused');
  },
};
