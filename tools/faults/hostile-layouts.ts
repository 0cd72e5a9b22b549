import type { Playlist, PlaylistItem } from '@vitrine/contract';
import { makeImage } from '../../e2e/stage-media.ts';
import type { Attack } from './attack.ts';

const REQUESTS = 100;
const ITEMS = 5000;
const OTHER_LAYOUT_LIMIT_MS = 20_000;

/** Sets a hundred layouts of one playlist at once, shows albums of another account, and fills side zones with more items than a screen may have. */
export const floodLayouts: Attack = {
  name: 'a hundred layouts at once, with full zones and the albums of others',
  memoryGrowthLimitMb: 200,
  async run(attacker, other) {
    const [main, one, two] = [await attacker.album('Main'), await attacker.album('One'), await attacker.album('Two')];
    const foreign = await other.album('Private');
    const file = await attacker.upload('photo.jpg', (await makeImage([120, 70, 30])).bytes);
    await attacker.attach(main._id, [file.key]);
    await attacker.waitUntilReady(main._id);
    const copy = (from: string, to: string, mediaIdArr: string[]) =>
      attacker.request('PUT', `/medias/${from}/copy`, { albumId: to, mediaIdArr });
    const mediaIdArr = (await attacker.media(main._id)).map(({ _id }) => _id);
    await copy(main._id, one._id, mediaIdArr);
    for (let from = one, to = two, count = 1; count < ITEMS; count *= 2, [from, to] = [to, from]) {
      const ids: string[] = [];
      for (let page = 1; page === 1 || ids.length === (page - 1) * 300; page++) {
        const media = await attacker.request<{ _id: string }[]>('GET', `/medias/${from._id}?dataPerPage=300&page=${page}`);
        ids.push(...media.map(({ _id }) => _id));
      }
      await copy(from._id, to._id, ids);
    }
    const playlist = await attacker.playlist('Full', [main._id]);
    const setLayout = (index: number, zones: { zone: string; albumId: string }[], preset = 'l') =>
      attacker.call<Playlist>('PUT', `/playlists/layout/${playlist._id}`, { layout: { preset, divider: 20 + (index % 71), zones } });
    const full = [
      { zone: 'side', albumId: one._id },
      { zone: 'bottom', albumId: two._id },
    ];
    const [saved, refused] = await Promise.all([
      Promise.all(Array.from({ length: REQUESTS }, (_, index) => setLayout(index, index % 2 === 0 ? full : full.slice(1)))),
      Promise.all([
        setLayout(0, [{ zone: 'side', albumId: foreign._id }]),
        setLayout(0, [{ zone: 'side', albumId: main._id }]),
        setLayout(0, [{ zone: '__proto__', albumId: one._id }]),
        setLayout(0, full, 'constructor'),
        setLayout(
          0,
          Array.from({ length: 100_000 }, () => ({ zone: 'side', albumId: one._id })),
        ),
      ]),
    ]);
    const failed = [...saved, ...refused].filter(({ status }) => status >= 500 && status !== 503);
    if (failed.length > 0) throw new Error(`${failed.length} requests failed: ${failed[0]?.body.message}`);
    if (!saved.some(({ status }) => status === 200)) throw new Error(`no layout was saved: ${saved[0]?.body.message}`);
    const accepted = refused.filter(({ status }) => status < 400);
    if (accepted.length > 0) throw new Error(`${accepted.length} invalid layouts were accepted`);
    await attacker.request('PUT', `/playlists/layout/${playlist._id}`, { layout: { preset: 'l', divider: 75, zones: full } });
    const items = await attacker.request<PlaylistItem[]>('GET', `/playlists/items/${playlist._id}?zone=all`);
    if (items.length > ITEMS) throw new Error(`a playlist has ${items.length} items`);
    await setLayoutWithin(other, OTHER_LAYOUT_LIMIT_MS);
    for (const album of [main, one, two]) await attacker.request('DELETE', `/albums/${album._id}`);
  },
};

/** Sets the layout of another user's playlist. Throws when that takes too long. */
async function setLayoutWithin(other: Parameters<Attack['run']>[1], limitMs: number): Promise<void> {
  const startedAt = performance.now();
  const [photos, menu] = [await other.album('Photos'), await other.album('Menu')];
  const playlist = await other.playlist('Café', [photos._id]);
  const layout = { preset: 'side', divider: 70, zones: [{ zone: 'side', albumId: menu._id }] };
  const saved = await other.request<Playlist>('PUT', `/playlists/layout/${playlist._id}`, { layout });
  if (saved.layout?.zones[0]?.album._id !== menu._id) throw new Error('the layout of the other user was not saved');
  const tookMs = performance.now() - startedAt;
  if (tookMs > limitMs) throw new Error(`the layout of the other user took ${Math.round(tookMs)} ms`);
}
