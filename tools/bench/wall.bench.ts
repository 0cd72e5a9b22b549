/**
 * Photos on the wall: twenty of 5 MB (4000 × 3000, noisy as a camera's at night) are uploaded into an album that a screen shows, as the web app does it: resumably, in
 * pieces of 8 MB, three at a time, each attached by its upload's end. The clock starts as the first byte is sent and stops as the simulated screen has adopted a
 * manifest with the first of them, and with all. The screen and who uploads live in the bench's process; the server has the other core.
 */
import { TUS_PATH } from '@vitrine/contract/media';
import sharp from 'sharp';
import { ApiPerson } from '../../e2e/api.ts';
import { Product } from '../../e2e/product.ts';
import { until } from '../../e2e/until.ts';
import { Fleet } from '../simulate/fleet.ts';
import { makeFleet } from './fleet.data.ts';

const PHOTOS = 20;
const PARALLEL = 3;
const LIMITS_S = { first: 1, all: 3.5 };
/** Some photos have different noise, and all have different bytes after the end of the JPEG, which do not belong to the image. */
const DISTINCT = 4;
const SIZE = { width: 4000, height: 3000 };

export async function run() {
  const photos = await makePhotos();
  const product = await Product.start();
  const arrivals: number[] = [];
  let fleet: Fleet | undefined;
  try {
    const person = await ApiPerson.create(product, 'wall@example.com');
    const { identities, deviceIds, playlistIds, albumIds } = await makeFleet(product, person, 1);
    await person.publish(playlistIds[0], deviceIds);
    fleet = new Fleet({
      origin: product.origin,
      identities,
      onAdopted: (_index, { manifest }) => {
        // One photo existed before.
        const items = manifest?.publishes[0]?.items.length ?? 0;
        while (arrivals.length < items - 1) arrivals.push(performance.now());
      },
    });
    fleet.open();
    await until('the wall plays', async () => fleet?.screens[0]?.playlistId === playlistIds[0]);
    const startedAt = performance.now();
    await uploadAll(person, albumIds[0], photos);
    await until('all photos are on the wall', async () => arrivals.length === PHOTOS);
    const tookS = (at: number | undefined) => ((at ?? Number.NaN) - startedAt) / 1000;
    return [
      against('the first photo on the wall', tookS(arrivals[0]), LIMITS_S.first),
      against(`all ${PHOTOS} photos on the wall`, tookS(arrivals.at(-1)), LIMITS_S.all),
    ];
  } finally {
    fleet?.close();
    await product.remove();
  }
}

const against = (name: string, ours: number, peer: number) => ({
  name,
  ours,
  peer,
  unit: 's',
  ratio: ours / peer,
  limit: 1,
  pass: ours <= peer,
});

async function makePhotos(): Promise<Buffer[]> {
  const distinct: Buffer[] = [];
  for (let at = 0; at < DISTINCT; at++) {
    const noise = { type: 'gaussian', mean: 128, sigma: 20 } as const;
    distinct.push(
      await sharp({ create: { ...SIZE, channels: 3, background: '#888888', noise } })
        .jpeg({ quality: 88 })
        .toBuffer(),
    );
  }
  const sizesMb = distinct.map(({ length }) => (length / 1e6).toFixed(1));
  console.log(`  photos of ${sizesMb.join(', ')} MB`);
  return Array.from({ length: PHOTOS }, (_, at) => Buffer.concat([distinct[at % DISTINCT] ?? Buffer.alloc(0), Buffer.from(`photo ${at}`)]));
}

async function uploadAll(person: ApiPerson, albumId: string, photos: Buffer[]): Promise<void> {
  let next = 0;
  const take = async () => {
    for (let at = next++; at < photos.length; at = next++) await upload(person, albumId, photos[at] ?? Buffer.alloc(0));
  };
  await Promise.all(Array.from({ length: PARALLEL }, take));
}

/** As tus-js-client sends what fits into one piece. */
async function upload({ product, token }: ApiPerson, albumId: string, bytes: Buffer): Promise<void> {
  const headers = { authorization: token, 'tus-resumable': '1.0.0' };
  const metadata = `filename ${btoa('photo.jpg')},albumId ${btoa(albumId)}`;
  const created = await fetch(`${product.origin}${TUS_PATH}`, {
    method: 'POST',
    headers: { ...headers, 'upload-length': String(bytes.length), 'upload-metadata': metadata },
  });
  const address = new URL(created.headers.get('location') ?? '', product.origin);
  const done = await fetch(address, {
    method: 'PATCH',
    headers: { ...headers, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    body: new Uint8Array(bytes),
  });
  if (!done.headers.get('x-media-id')) throw new Error(`An upload was refused: ${created.status}, ${done.status}`);
}
