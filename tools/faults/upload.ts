import { createHash, randomBytes } from 'node:crypto';
import type { Media } from '@vitrine/contract';
import sharp from 'sharp';
import type { ApiPerson } from '../../e2e/api.ts';
import { until } from '../../e2e/until.ts';
import { assert, type Scenario } from './round.ts';

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** Creates a photo of noise. Each is different and has about half a megabyte. */
async function createNoisyPhoto(): Promise<Buffer> {
  const size = { width: 640, height: 480, channels: 3 as const };
  return sharp(randomBytes(size.width * size.height * 3), { raw: size })
    .jpeg({ quality: 95 })
    .toBuffer();
}

/** Four clients upload and attach photos until the server is killed. Acknowledged uploads must exist byte for byte. */
export async function uploadScenario(person: ApiPerson): Promise<Scenario> {
  const album = await person.album('Uploads');
  const photos = await Promise.all(Array.from({ length: 8 }, createNoisyPhoto));
  /** Checksums of acknowledged uploads by media id. */
  const acknowledged = new Map<string, string>();

  return {
    name: 'upload',
    maxKillDelayMs: 1200,
    prepare: async () => undefined,
    async work() {
      const client = async (lane: number) => {
        for (let count = 0; ; count++) {
          const photo = photos[(lane * 3 + count) % photos.length] ?? Buffer.alloc(0);
          const { key } = await person.upload(`photo-${lane}-${count}.jpg`, photo);
          const [media] = await person.attach(album._id, [key]);
          if (media) acknowledged.set(media._id, sha256(photo));
        }
      };
      await Promise.allSettled([0, 1, 2, 3].map(client));
    },
    async verify() {
      const stored = await listAll(person, album._id);
      for (const [id, checksum] of acknowledged) {
        const media = stored.find((entry) => entry._id === id);
        assert(media !== undefined, `the acknowledged media ${id} is lost`);
        const response = await person.bytes(`/uploads/media/download/?key=${media.mediaFile.key}`);
        assert(sha256(Buffer.from(await response.arrayBuffer())) === checksum, `the bytes of ${id} differ from the upload`);
      }
      for (const media of stored) {
        const response = await person.bytes(`/uploads?key=${media.mediaFile.key}&width=64`);
        await response.arrayBuffer();
        assert(response.ok, `the media ${media._id} is listed but cannot be shown`);
      }
      await until('all uploads are processed', async () => (await listAll(person, album._id)).every((media) => media.status === 6));
      // Delete the media, so that later rounds do not take longer.
      for (let from = 0; from < stored.length; from += 100) {
        await person.request('DELETE', `/medias/${album._id}`, { mediaIdArr: stored.slice(from, from + 100).map((media) => media._id) });
      }
      acknowledged.clear();
    },
  };
}

async function listAll(person: ApiPerson, albumId: string): Promise<Media[]> {
  const allMedia: Media[] = [];
  for (let page = 1; ; page++) {
    const batch = await person.request<Media[]>('GET', `/medias/${albumId}?dataPerPage=300&page=${page}`);
    allMedia.push(...batch);
    if (batch.length < 300) return allMedia;
  }
}
