import { setTimeout as sleep } from 'node:timers/promises';
import { MEDIA_STATUS } from '@vitrine/contract';
import { createHostilePdfs } from '../../apps/server/src/testing/hostile-pdfs.ts';
import { aMotionPhoto } from '../../apps/server/src/testing/live-photos.ts';
import { aHugePng, aVideo } from '../../apps/server/src/testing/media-files.ts';
import { aTextBox, buildDocx, buildOdp } from '../../apps/server/src/testing/office-files.ts';
import { buildPdf } from '../../apps/server/src/testing/pdf-files.ts';
import type { ApiPerson } from '../../e2e/api.ts';
import { until } from '../../e2e/until.ts';
import type { Attack } from './attack.ts';

const LARGE = { width: 16_300, height: 16_300 };
const RENDITIONS = 60;
const VIDEOS = 6;
const OBSERVED_MS = 15_000;
const OTHER_VIDEO_LIMIT_MS = 20_000;

/** Requests sixty sizes of an image of the maximum size concurrently. */
export const requestRenditions: Attack = {
  name: 'sixty renditions of a huge picture',
  // Two decoders hold 265 megapixels each.
  memoryGrowthLimitMb: 700,
  async run(attacker) {
    const album = await attacker.album('Huge');
    const { key } = await attacker.upload('huge.png', aHugePng(LARGE));
    await attacker.attach(album._id, [key]);
    await until('the image is processed', async () => ((await attacker.media(album._id))[0]?.status ?? 0) > 1, 120_000);
    const timeout = AbortSignal.timeout(OBSERVED_MS);
    const requests = Array.from({ length: RENDITIONS }, (_, at) =>
      fetch(`${attacker.product.origin}/api/uploads?key=${key}&width=${1000 + at * 8}&height=${1000 + at * 8}`, {
        headers: { authorization: attacker.token },
        signal: timeout,
      }).then((response) => response.arrayBuffer()),
    );
    await Promise.allSettled(requests);
    await attacker.request('DELETE', `/albums/${album._id}`);
  },
};

/** Uploads the files to a new album and waits until the document of another user, uploaded after them, is shown. */
async function uploadBefore(attacker: ApiPerson, other: ApiPerson, files: { name: string; bytes: Buffer }[]): Promise<void> {
  const album = await attacker.album('Documents');
  const keys: string[] = [];
  for (const { name, bytes } of files) keys.push((await attacker.upload(name, bytes)).key);
  await attacker.attach(album._id, keys);
  const menus = await other.album('A menu');
  await other.attach(menus._id, [(await other.upload('menu.pdf', buildPdf([{ lines: ['Soup'] }]))).key]);
  await until(
    'the document of the other user is ready',
    async () => ((await other.media(menus._id))[0]?.status ?? 0) >= MEDIA_STATUS.playable,
    OTHER_VIDEO_LIMIT_MS,
  );
  await sleep(OBSERVED_MS);
  await attacker.request('DELETE', `/albums/${album._id}`);
}

/** Uploads documents whose pages take long, need much memory, nest or never end. Another user's document must still be ready soon. */
export const bombDocuments: Attack = {
  name: 'documents that take long',
  // Two documents of different accounts are drawn at a time.
  memoryGrowthLimitMb: 700,
  run: (attacker, other) =>
    uploadBefore(
      attacker,
      other,
      createHostilePdfs().map((bytes, at) => ({ name: `document-${at}.pdf`, bytes })),
    ),
};

/** Texts of thousands of pages, a presentation of 5,000 slides, and groups that are nested 20,000 times. All are small archives. */
const createOfficeBombs = (): Promise<Buffer[]> =>
  Promise.all([
    buildDocx('Soup '.repeat(6_000_000)),
    buildDocx('</w:t></w:r></w:p><w:p><w:r><w:t>'.repeat(400_000)),
    buildOdp(Array.from({ length: 5000 }, (_, index) => aTextBox(`Slide ${index}`))),
    buildOdp(['<draw:g>'.repeat(20_000) + '</draw:g>'.repeat(20_000)]),
  ]);

/** Built before the measurement, because the attack shares the processors with the product. */
let officeBombs: readonly Buffer[] = [];

/**
 * Uploads office files that take long or need much memory. Another user's document must still be ready soon. Uses LibreOffice where it is installed, and
 * otherwise a small program in its place that works and needs memory until it is stopped.
 */
export const bombOfficeFiles: Attack = {
  name: 'office files that take long',
  // One conversion, its check, and a document of another user.
  memoryGrowthLimitMb: 1800,
  async prepare() {
    officeBombs = await createOfficeBombs();
  },
  run: (attacker, other) =>
    uploadBefore(
      attacker,
      other,
      officeBombs.map((bytes, at) => ({ name: `office-${at}.${at < 2 ? 'docx' : 'odp'}`, bytes })),
    ),
};

/** Uploads videos that take long to process and small videos that claim a duration of hours. Another user's short video must still be playable soon. */
export const bombVideos: Attack = {
  name: 'films that take long',
  memoryGrowthLimitMb: 700,
  async run(attacker, other) {
    const album = await attacker.album('Films');
    const long = await aVideo({ seconds: 20, width: 1280, height: 720 });
    const gap = { container: 'matroska', framesPerSecond: 100, seconds: 0.5 } as const;
    const bombs = [await aVideo({ ...gap, gapS: 600 }), await aVideo({ ...gap, gapS: 36_000 })];
    const keys: string[] = [];
    for (const film of [...bombs, ...Array.from({ length: VIDEOS }, () => long)])
      keys.push((await attacker.upload(`film-${keys.length}.mkv`, film)).key);
    await attacker.attach(album._id, keys);
    const shortAlbum = await other.album('A short film');
    await other.attach(shortAlbum._id, [(await other.upload('short.mp4', await aVideo({ seconds: 1 }))).key]);
    await until(
      'the video of the other user is playable',
      async () => ((await other.media(shortAlbum._id))[0]?.status ?? 0) >= MEDIA_STATUS.playable,
      OTHER_VIDEO_LIMIT_MS,
    );
    await sleep(OBSERVED_MS);
    await attacker.request('DELETE', `/albums/${album._id}`);
  },
};

/** Built before the measurement, because the attack shares the processors with the product. */
let livePhotoBombs: readonly Buffer[] = [];

/**
 * Uploads photos that contain videos of long duration, a video that claims hours, and noise. Another user's live photo must still play soon, and all photos
 * of the attacker are shown.
 */
export const bombLivePhotos: Attack = {
  name: 'photos with videos that take long',
  memoryGrowthLimitMb: 700,
  async prepare() {
    const long = await aVideo({ seconds: 20, width: 1280, height: 720 });
    const gap = await aVideo({ container: 'mp4', framesPerSecond: 100, seconds: 0.5, gapS: 36_000 });
    const noise = Buffer.concat([Buffer.from('\0\0\0\x10ftypmp42\0\0\0\0', 'latin1'), Buffer.alloc(1_000_000, 'noise')]);
    livePhotoBombs = await Promise.all([gap, noise, ...Array.from({ length: VIDEOS }, () => long)].map((video) => aMotionPhoto({ video })));
  },
  async run(attacker, other) {
    const album = await attacker.album('Live photos');
    const keys: string[] = [];
    for (const photo of livePhotoBombs) keys.push((await attacker.upload(`photo-${keys.length}.jpg`, photo)).key);
    await attacker.attach(album._id, keys);
    const short = await other.album('A live photo');
    await other.attach(short._id, [(await other.upload('short.jpg', await aMotionPhoto())).key]);
    await until(
      'the live photo of the other user plays',
      async () => typeof (await other.media(short._id))[0]?.livePhoto?.key === 'string',
      OTHER_VIDEO_LIMIT_MS,
    );
    await until(
      'the photos of the attacker are shown',
      async () => (await attacker.media(album._id)).every(({ status }) => status === MEDIA_STATUS.complete),
      OTHER_VIDEO_LIMIT_MS,
    );
    await attacker.request('DELETE', `/albums/${album._id}`);
  },
};
