import { createHash, randomBytes } from 'node:crypto';
import type { Media } from '@vitrine/contract';
import sharp from 'sharp';
import type { ApiPerson } from '../../e2e/api.ts';
import { until } from '../../e2e/until.ts';
import { assert, type Scenario } from './round.ts';

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** Noise does not compress: about half a megabyte each, and no two alike. */
async function aNoisyPhoto(): Promise<Buffer> {
  const size = { width: 640, height: 480, channels: 3 as const };
  return sharp(randomBytes(size.width * size.height * 3), { raw: size })
    .jpeg({ quality: 95 })
    .toBuffer();
}

/** Four clients upload and attach photos until the server is killed. Acknowledged uploads must exist byte for byte. */
export async function uploadScenario(person: ApiPerson): Promise<Scenario> {
  const album = await person.album('Uploads');
  const photos = await Promise.all(Array.from({ length: 8 }, aNoisyPhoto));
  /** Acknowledged: media id to checksum. */
  const kept = new Map<string, string>();

  return {
    name: 'upload',
    withinMs: 1200,
    prepare: async () => undefined,
    async work() {
      const client = async (lane: number) => {
        for (let turn = 0; ; turn++) {
          const photo = photos[(lane * 3 + turn) % photos.length] ?? Buffer.alloc(0);
          const { key } = await person.upload(`photo-${lane}-${turn}.jpg`, photo);
          const [media] = await person.attach(album._id, [key]);
          if (media) kept.set(media._id, sha256(photo));
        }
      };
      await Promise.allSettled([0, 1, 2, 3].map(client));
    },
    async verify() {
      const there = await listAll(person, album._id);
      for (const [id, checksum] of kept) {
        const media = there.find((entry) => entry._id === id);
        assert(media !== undefined, `the acknowledged media ${id} is lost`);
        const answer = await person.bytes(`/uploads/media/download/?key=${media.mediaFile.key}`);
        assert(sha256(Buffer.from(await answer.arrayBuffer())) === checksum, `the bytes of ${id} are not what was uploaded`);
      }
      for (const media of there) {
        const answer = await person.bytes(`/uploads?key=${media.mediaFile.key}&width=64`);
        await answer.arrayBuffer();
        assert(answer.ok, `the media ${media._id} is listed but cannot be shown`);
      }
      await until('every job of the uploads ends', async () => (await listAll(person, album._id)).every((media) => media.status === 6));
      // Keeps the rounds alike in length.
      for (let from = 0; from < there.length; from += 100) {
        await person.must('DELETE', `/medias/${album._id}`, { mediaIdArr: there.slice(from, from + 100).map((media) => media._id) });
      }
      kept.clear();
    },
  };
}

async function listAll(person: ApiPerson, albumId: string): Promise<Media[]> {
  const all: Media[] = [];
  for (let page = 1; ; page++) {
    const part = await person.must<Media[]>('GET', `/medias/${albumId}?dataPerPage=300&page=${page}`);
    all.push(...part);
    if (part.length < 300) return all;
  }
}
