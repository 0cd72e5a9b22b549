import { randomFillSync } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { MEDIA_STATUS, type Media } from '@vitrine/contract';
import { aJpeg, aVideo } from '../../apps/server/src/testing/media-files.ts';
import { ApiPerson } from '../../e2e/api.ts';
import { givePlan } from '../../e2e/product-database.ts';
import { until } from '../../e2e/until.ts';
import type { Attack } from './attack.ts';
import { assert } from './round.ts';

const CONCURRENT_UPLOADS = 100;
/** Uploads that the storage of the attacking account has space for. */
const FITTING_UPLOADS = 20;
const DAMAGED_VIDEOS = 6;
const RETRIES_MS = 10_000;
const PROCESSING_LIMIT_MS = 60_000;

/** One account sends a hundred uploads at once, of which a fifth fits into its storage. */
export const raceForStorage: Attack = {
  name: 'uploads that race for the last space',
  // The renditions of the photos that were stored start decoders.
  memoryGrowthLimitMb: 400,
  async run({ product }) {
    const attacker = await ApiPerson.create(product, `race-${Date.now()}@hostile-uploads.example`);
    const photo = await aJpeg({ width: 2000, height: 1500 });
    // Until an upload has ended, its space includes the form around the file.
    await givePlan(attacker, { storage_bytes: Math.floor(photo.length * (FITTING_UPLOADS + 0.9)) });
    const uploads = Array.from({ length: CONCURRENT_UPLOADS }, (_, index) => attacker.upload(`${index}.jpg`, photo));
    const results = await Promise.allSettled(uploads);
    const stored = results.filter(({ status }) => status === 'fulfilled').length;
    assert(stored === FITTING_UPLOADS, `${stored} uploads were stored, but ${FITTING_UPLOADS} fit`);
    const { status } = await attacker.call('POST', '/albums', { name: 'Afterwards' });
    assert(status < 300, `the account cannot be used afterwards: ${status}`);
  },
};

/** Uploads videos whose pictures are random bytes, and asks without end that those that failed are processed again. */
export const retryDamagedVideos: Attack = {
  name: 'damaged videos that are retried',
  memoryGrowthLimitMb: 700,
  async run({ product }) {
    const attacker = await ApiPerson.create(product, `retry-${Date.now()}@hostile-uploads.example`);
    await givePlan(attacker);
    const album = await attacker.album('Damaged');
    const video = await aVideo({ seconds: 10, width: 1280, height: 720, container: 'matroska' });
    const keys: string[] = [];
    for (let index = 0; index < DAMAGED_VIDEOS; index++) keys.push((await attacker.upload(`${index}.mkv`, fillWithNoise(video))).key);
    await attacker.attach(album._id, keys);
    const end = performance.now() + RETRIES_MS;
    while (performance.now() < end) {
      const failed = (await attacker.media(album._id)).filter(isFailed);
      for (const { status } of await Promise.all(failed.map(({ _id }) => attacker.call('PUT', `/medias/media/${_id}/retry`))))
        assert(status === 200 || status === 429, `a retry was answered with ${status}`);
      await sleep(100);
    }
    await until(
      'all damaged videos are ready or failed',
      async () => (await attacker.media(album._id)).every((media) => isFailed(media) || media.status === MEDIA_STATUS.complete),
      PROCESSING_LIMIT_MS,
    );
    await attacker.request('DELETE', `/albums/${album._id}`);
  },
};

/** Replaces everything after the header. */
const fillWithNoise = (video: Buffer): Buffer => randomFillSync(Buffer.from(video), Math.min(4000, video.length / 2));

const isFailed = ({ status }: Media): boolean => status === MEDIA_STATUS.failed;
