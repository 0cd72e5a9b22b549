/**
 * Compares ten parallel uploads of one account with one upload each of ten accounts, in alternating rounds. Ten lanes send the same number of small photos
 * through the resumable upload, each lane one after the other. The clock starts with the first request of a round and stops with the last response, which
 * follows the durable commit. The product has no worker, so that no job competes for the processors. Small photos make the database's share of an upload as
 * large as possible. Albums are new in each round.
 */
import http from 'node:http';
import { TUS_PATH } from '@vitrine/contract/media';
import sharp from 'sharp';
import { ApiPerson } from '../../e2e/api.ts';
import { Product } from '../../e2e/product.ts';
import { givePlan } from '../../e2e/product-database.ts';
import { median } from './figures.ts';

const LANES = 10;
const PHOTOS_PER_LANE = Number(process.env['UPLOAD_PARALLEL_PHOTOS'] ?? 20);
const ROUNDS = 7;
const MIN_RATIO = 0.8;

/** A lane sends its photos with this token into this album. */
interface Lane {
  token: string;
  albumId: string;
}

export async function run() {
  const product = await Product.start({ ROLES: 'api,live' });
  const agent = new http.Agent({ keepAlive: true });
  try {
    const sides = await createSides(product);
    const photo = await createPhoto();
    const perSecond = sides.map(() => [] as number[]);
    // The first round warms up the caches and is not counted.
    for (let round = 0; round <= ROUNDS; round++) {
      for (const [at, { createLanes }] of sides.entries()) {
        const measured = await measureRound({ product, agent, photo }, await createLanes(round));
        if (round > 0) perSecond[at]?.push(measured);
      }
    }
    const [peer = Number.NaN, ...ours] = perSecond.map(median);
    return ours.map((value, at) => ({
      name: `${sides[at + 1]?.name}, against ${sides[0]?.name}`,
      ours: value,
      peer,
      unit: 'photos/s',
      ratio: value / peer,
      limit: MIN_RATIO,
      pass: value / peer >= MIN_RATIO,
    }));
  } finally {
    agent.destroy();
    await product.remove();
  }
}

/** Returns the reference and the measured sides, with their lanes for a round. */
async function createSides(product: Product): Promise<{ name: string; createLanes(round: number): Promise<Lane[]> }[]> {
  const createLane = async (person: ApiPerson, name: string): Promise<Lane> => ({
    token: person.token,
    albumId: (await person.album(name))._id,
  });
  const indices = Array.from({ length: LANES }, (_, at) => at);
  const many = await Promise.all(indices.map((at) => ApiPerson.create(product, `lane-${at}@example.com`)));
  const one = await ApiPerson.create(product, 'one@example.com');
  for (const person of [...many, one]) await givePlan(person);
  return [
    {
      name: `${LANES} accounts`,
      createLanes: (round) => Promise.all(many.map((person) => createLane(person, `Many ${round}`))),
    },
    {
      name: `${LANES} uploads of one account into one album`,
      async createLanes(round) {
        const lane = await createLane(one, `One ${round}`);
        return indices.map(() => lane);
      },
    },
    {
      name: `${LANES} uploads of one account into ${LANES} albums`,
      createLanes: (round) => Promise.all(indices.map((at) => createLane(one, `One ${round}, ${at}`))),
    },
  ];
}

const createPhoto = () =>
  sharp({ create: { width: 640, height: 480, channels: 3, background: '#336699', noise: { type: 'gaussian', mean: 128, sigma: 20 } } })
    .jpeg({ quality: 80 })
    .toBuffer();

interface Target {
  product: Product;
  agent: http.Agent;
  photo: Buffer;
}

/** Makes the bytes of every photo different. Bytes after the end of a JPEG do not belong to the image. */
let sent = 0;

/** Returns the photos stored per second. */
async function measureRound(target: Target, lanes: Lane[]): Promise<number> {
  const start = performance.now();
  await Promise.all(
    lanes.map(async (lane) => {
      for (let at = 0; at < PHOTOS_PER_LANE; at++)
        await upload(target, lane, Buffer.concat([target.photo, Buffer.from(String(sent++).padStart(8, '0'))]));
    }),
  );
  return (lanes.length * PHOTOS_PER_LANE * 1000) / (performance.now() - start);
}

async function upload(target: Target, { token, albumId }: Lane, bytes: Buffer): Promise<void> {
  const headers = { authorization: token, 'tus-resumable': '1.0.0' };
  const metadata = `filename ${btoa('photo.jpg')},albumId ${btoa(albumId)}`;
  const created = await sendRequest(target, 'POST', TUS_PATH, {
    ...headers,
    'upload-length': bytes.length,
    'upload-metadata': metadata,
  });
  const content = { 'upload-offset': 0, 'content-type': 'application/offset+octet-stream' };
  const done = await sendRequest(target, 'PATCH', created.headers.location ?? '', { ...headers, ...content }, bytes);
  if (!done.headers['x-media-id']) throw new Error(`An upload failed: ${created.statusCode}, ${done.statusCode}`);
}

function sendRequest(
  { product, agent }: Target,
  method: string,
  path: string,
  headers: http.OutgoingHttpHeaders,
  body: Uint8Array = new Uint8Array(),
): Promise<http.IncomingMessage> {
  return new Promise((resolve, reject) => {
    const options = { agent, method, headers: { 'content-length': body.length, ...headers } };
    const request = http.request(new URL(path, product.origin), options, (response) => {
      response
        .resume()
        .on('end', () => resolve(response))
        .on('error', reject);
    });
    request.on('error', reject).end(body);
  });
}
