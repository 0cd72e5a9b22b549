import { open, readFile } from 'node:fs/promises';
import http from 'node:http';
import path from 'node:path';
import type { ZipDownloadToken } from '@vitrine/contract';
import { aJpeg } from '../../apps/server/src/testing/media-files.ts';
import type { ApiPerson } from '../../e2e/api.ts';
import { withProductDatabase } from '../../e2e/product-database.ts';
import { assert } from './round.ts';

const FILE_BYTES = 1.1e9;
const MAX_GROWTH_BYTES = 150e6;

/** Asserts that a zip beyond 4 GB is streamed completely with bounded memory and ends in a ZIP64 directory. */
export async function checkLargeZip(person: ApiPerson): Promise<void> {
  const { product } = person;
  const album = await person.album('Large');
  const { key } = await person.upload('photo.jpg', await aJpeg());
  const [photo] = await person.attach(album._id, [key]);
  await withProductDatabase(product, async (db) => {
    const file = await db
      .selectFrom('media')
      .innerJoin('files', 'files.id', 'media.file_id')
      .select(['files.id', 'files.storage_key'])
      .where('media.id', '=', photo?._id ?? '')
      .executeTakeFirstOrThrow();
    // A sparse file takes no disk space and reads as zeros.
    const handle = await open(path.join(product.dataDir, 'media', file.storage_key), 'r+');
    await handle.truncate(FILE_BYTES);
    await handle.close();
    await db.updateTable('files').set({ size_bytes: FILE_BYTES }).where('id', '=', file.id).execute();
  });
  for (let copy = 0; copy < 3; copy++)
    await person.request('PUT', `/medias/${album._id}/copy`, { albumId: album._id, mediaIdArr: [photo?._id] });
  const downloadToken = await person.request<ZipDownloadToken>('POST', '/uploads/zip', { albumId: album._id });
  const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
    const options = { headers: { authorization: person.token } };
    http.get(`${product.origin}/api/uploads/zip/${downloadToken.key}`, options, resolve).on('error', reject);
  });
  const before = await readMemoryBytes(product.pid);
  let received = 0;
  let chunks = 0;
  let peak = before;
  let lastBytes = Buffer.alloc(0);
  for await (const chunk of response as AsyncIterable<Buffer>) {
    received += chunk.length;
    if (chunks++ % 1000 === 0) peak = Math.max(peak, await readMemoryBytes(product.pid));
    lastBytes = Buffer.concat([lastBytes.subarray(-200), chunk.subarray(-200)]);
  }
  assert(received > 4 * FILE_BYTES, `only ${received} bytes were received`);
  assert(peak - before < MAX_GROWTH_BYTES, `the server grew by ${peak - before} bytes`);
  assert(lastBytes.includes(Buffer.from('PK\x06\x06', 'latin1')), 'the zip has no ZIP64 directory');
  await person.request('DELETE', `/albums/${album._id}`);
}

/** Returns the resident memory of a process, in bytes. */
async function readMemoryBytes(pid: number | undefined): Promise<number> {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) * 1024;
}
