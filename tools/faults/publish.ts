import type { Manifest } from '@vitrine/contract';
import { aJpeg } from '../../apps/server/src/testing/media-files.ts';
import type { ApiPerson } from '../../e2e/api.ts';
import { allowDevices } from '../../e2e/product-database.ts';
import { until } from '../../e2e/until.ts';
import { assert, type Scenario } from './round.ts';

const SCREENS = 20;

interface PublishScreen {
  deviceId: string;
  secret: string;
  id: string;
}

/** Publishes two playlists alternately to twenty screens until the server is killed. All screens must have the same playlist, no older than the last acknowledged one. */
export async function publishScenario(person: ApiPerson): Promise<Scenario> {
  const album = await person.album('Walls');
  const { key } = await person.upload('wall.jpg', await aJpeg());
  await person.attach(album._id, [key]);
  await until('the photo is ready', async () => (await person.media(album._id))[0]?.status === 6);
  const playlists = [await person.playlist('First', [album._id]), await person.playlist('Second', [album._id])];
  await allowDevices(person, SCREENS);
  const screens: PublishScreen[] = [];
  for (let index = 0; index < SCREENS; index++) {
    const screen = await person.screen();
    screens.push({ ...screen, id: (await person.device(`Wall ${index}`, screen.deviceId))._id });
  }
  let [sent, acknowledged] = [0, 0];

  const readManifest = async (target: PublishScreen): Promise<Manifest> => {
    const response = await person.bytes('/screens/manifest', { authorization: `Screen ${target.deviceId}:${target.secret}` });
    return ((await response.json()) as { result: Manifest }).result;
  };

  return {
    name: 'publish',
    maxKillDelayMs: 1000,
    prepare: async () => undefined,
    async work() {
      for (;;) {
        sent++;
        await person.publish(
          playlists[sent % 2]?._id ?? '',
          screens.map((target) => target.id),
        );
        acknowledged = sent;
      }
    },
    async verify() {
      const manifests = await Promise.all(screens.map(readManifest));
      const active = manifests.map((manifest) => findNewestPlaylist(manifest));
      assert(new Set(active).size === 1, `the screens show different playlists: ${[...new Set(active)].join(', ')}`);
      const lastPublish = [acknowledged, sent].find((count) => active[0] === (count === 0 ? undefined : playlists[count % 2]?._id));
      assert(lastPublish !== undefined, 'the screens do not show the last acknowledged playlist');
      // The outcome of an unacknowledged publish is known from here on.
      sent = acknowledged = lastPublish;
      for (const manifest of manifests) {
        const named = new Set(manifest.files.map((file) => file.sha256));
        const items = manifest.publishes.flatMap((publish) => publish.items);
        assert(
          items.every((item) => named.has(item.sha256)),
          'a manifest has an item without its file',
        );
      }
    },
  };
}

const findNewestPlaylist = (manifest: Manifest): string | undefined =>
  manifest.publishes.toSorted((a, b) => (b.activatedAt ?? '').localeCompare(a.activatedAt ?? ''))[0]?.playlistId;
