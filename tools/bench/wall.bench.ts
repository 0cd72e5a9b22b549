/**
 * Measures how soon uploaded photos appear on a screen. Uploads twenty photos of 5 MB (4000 × 3000, with the noise of a camera at night) into an album that a
 * screen shows: resumably, three at a time, in requests of up to 8 MB, like the web app. Times run from the first byte until the simulated screen has adopted a
 * manifest with the first photo, and with all of them. The screen and the client run in the bench's process, so the server has the other core.
 */
import { TUS_PATH } from '@vitrine/contract/media';
import sharp from 'sharp';
import { ApiPerson } from '../../e2e/api.ts';
import { Product } from '../../e2e/product.ts';
import { until } from '../../e2e/until.ts';
import { Fleet } from '../simulate/fleet.ts';
import { createLimitResult } from './figures.ts';
import { makeFleet } from './fleet.data.ts';

const PHOTOS = 20;
const PARALLEL = 3;
const LIMITS_S = { first: 1, all: 3.5 };
/** Number of photos with different noise. All have different bytes after the end of the JPEG, so that none is a duplicate. */
const DISTINCT = 4;
const SIZE = { width: 4000, height: 3000 };

export async function run() {
  const photos = await makePhotos();
  const product = await Product.start();
  const adoptedAt: number[] = [];
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
        while (adoptedAt.length < items - 1) adoptedAt.push(performance.now());
      },
    });
    fleet.open();
    await until('the screen plays', async () => fleet?.screens[0]?.playlistId === playlistIds[0]);
    const startedAt = performance.now();
    await uploadAll(person, albumIds[0], photos);
    await until('the screen shows all photos', async () => adoptedAt.length === PHOTOS);
    const tookS = (at: number | undefined) => ((at ?? Number.NaN) - startedAt) / 1000;
    return [
      createLimitResult('first photo on the screen', tookS(adoptedAt[0]), LIMITS_S.first, 's'),
      createLimitResult(`all ${PHOTOS} photos on the screen`, tookS(adoptedAt.at(-1)), LIMITS_S.all, 's'),
    ];
  } finally {
    fleet?.close();
    await product.remove();
  }
}

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
  const uploadInLane = async () => {
    for (let at = next++; at < photos.length; at = next++) await upload(person, albumId, photos[at] ?? Buffer.alloc(0));
  };
  await Promise.all(Array.from({ length: PARALLEL }, uploadInLane));
}

/** Sends a file that fits into one request, like tus-js-client. */
async function upload({ product, token }: ApiPerson, albumId: string, bytes: Buffer): Promise<void> {
  const headers = { authorization: token, 'tus-resumable': '1.0.0' };
  const metadata = `filename ${btoa('photo.jpg')},albumId ${btoa(albumId)}`;
  const created = await fetch(`${product.origin}${TUS_PATH}`, {
    method: 'POST',
    headers: { ...headers, 'upload-length': String(bytes.length), 'upload-metadata': metadata },
  });
  const url = new URL(created.headers.get('location') ?? '', product.origin);
  const done = await fetch(url, {
    method: 'PATCH',
    headers: { ...headers, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    body: new Uint8Array(bytes),
  });
  if (!done.headers.get('x-media-id')) throw new Error(`An upload failed: ${created.status}, ${done.status}`);
}
