import type { Media } from '@vitrine/contract';
import { aVideo } from '../../apps/server/src/testing/media-files.ts';
import type { ApiPerson } from '../../e2e/api.ts';
import { until } from '../../e2e/until.ts';
import { assert, type Scenario } from './round.ts';

/** A video is uploaded, and the server dies while it is processed. It must end playable, in one piece. */
export async function transcodeScenario(person: ApiPerson): Promise<Scenario> {
  const album = await person.album('Films');
  // HEVC must be transcoded, which is slow.
  const film = await aVideo({ codec: 'hevc', container: 'mov', width: 1280, height: 720, seconds: 6 });
  let mediaId = '';

  return {
    name: 'transcode',
    withinMs: 3000,
    async prepare() {
      const { key } = await person.upload('film.mov', film);
      const [media] = await person.attach(album._id, [key]);
      mediaId = media?._id ?? '';
    },
    work: async () => undefined,
    async verify() {
      const look = async () => (await person.media(album._id)).find((media) => media._id === mediaId);
      assert((await look()) !== undefined, 'the acknowledged film is lost');
      await until('the film is processed', async () => [6, 9].includes((await look())?.status ?? 0));
      const media = await look();
      assert(media?.status === 6, `the film failed: ${media?.failureReason}`);
      await assertVideoComplete(person, media);
      await person.must('DELETE', `/medias/${album._id}`, { mediaIdArr: [mediaId] });
    },
  };
}

/** All that is made of a film can be fetched to its end. */
export async function assertVideoComplete(person: Pick<ApiPerson, 'bytes'>, { keys, main }: Media): Promise<void> {
  const mp4 = await person.bytes(`/streams/${keys['720']}`);
  assert(mp4.ok && (await mp4.arrayBuffer()).byteLength === Number(mp4.headers.get('content-length')), 'the MP4 is not whole');
  await assertHlsIsWhole(person, main ?? '');
}

async function assertHlsIsWhole(person: Pick<ApiPerson, 'bytes'>, main: string): Promise<void> {
  const list = await (await person.bytes(`/${main}`)).text();
  assert(list.includes('#EXT-X-ENDLIST'), 'the HLS list has no end');
  const parts = [...list.matchAll(/^(?:#EXT-X-MAP:URI="([^"]+)"|([^#\s].*))$/gm)].map(([, map, segment]) => map ?? segment ?? '');
  for (const part of parts) {
    const answer = await person.bytes(`/${main.replace(/[^/]+$/, part)}`);
    assert(answer.ok && (await answer.arrayBuffer()).byteLength > 0, `the HLS part ${part} is missing`);
  }
}
