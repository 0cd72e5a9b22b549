import type { Media } from '@vitrine/contract';
import { aVideo } from '../../apps/server/src/testing/media-files.ts';
import type { ApiPerson } from '../../e2e/api.ts';
import { until } from '../../e2e/until.ts';
import { assert, type Scenario } from './round.ts';

/** Kills the server while it processes an uploaded video. The video must become playable and complete. */
export async function transcodeScenario(person: ApiPerson): Promise<Scenario> {
  const album = await person.album('Films');
  // HEVC must be transcoded, which is slow.
  const film = await aVideo({ codec: 'hevc', container: 'mov', width: 1280, height: 720, seconds: 6 });
  let mediaId = '';

  return {
    name: 'transcode',
    maxKillDelayMs: 3000,
    async prepare() {
      const { key } = await person.upload('film.mov', film);
      const [media] = await person.attach(album._id, [key]);
      mediaId = media?._id ?? '';
    },
    work: async () => undefined,
    async verify() {
      const findMedia = async () => (await person.media(album._id)).find((media) => media._id === mediaId);
      assert((await findMedia()) !== undefined, 'the acknowledged film is lost');
      await until('the film is processed', async () => [6, 9].includes((await findMedia())?.status ?? 0));
      const media = await findMedia();
      assert(media?.status === 6, `the film failed: ${media?.failureReason}`);
      await assertVideoComplete(person, media);
      await person.request('DELETE', `/medias/${album._id}`, { mediaIdArr: [mediaId] });
    },
  };
}

/** Asserts that the MP4 and all HLS segments of a video can be downloaded completely. */
export async function assertVideoComplete(person: Pick<ApiPerson, 'bytes'>, { keys, main }: Media): Promise<void> {
  const mp4 = await person.bytes(`/streams/${keys['720']}`);
  assert(mp4.ok && (await mp4.arrayBuffer()).byteLength === Number(mp4.headers.get('content-length')), 'the MP4 is incomplete');
  await assertHlsComplete(person, main ?? '');
}

async function assertHlsComplete(person: Pick<ApiPerson, 'bytes'>, main: string): Promise<void> {
  const list = await (await person.bytes(`/${main}`)).text();
  assert(list.includes('#EXT-X-ENDLIST'), 'the HLS list has no end');
  const paths = [...list.matchAll(/^(?:#EXT-X-MAP:URI="([^"]+)"|([^#\s].*))$/gm)].map(([, map, segment]) => map ?? segment ?? '');
  for (const segmentPath of paths) {
    const response = await person.bytes(`/${main.replace(/[^/]+$/, segmentPath)}`);
    assert(response.ok && (await response.arrayBuffer()).byteLength > 0, `the HLS segment ${segmentPath} is missing`);
  }
}
