import type { Manifest } from '@vitrine/contract';
import { aJpeg } from '../../apps/server/src/testing/media-files.ts';
import type { ApiPerson } from '../../e2e/api.ts';
import { allowDevices } from '../../e2e/product-database.ts';
import { until } from '../../e2e/until.ts';
import { assert, type Scenario } from './round.ts';

const SCREENS = 20;

interface Wall {
  deviceId: string;
  secret: string;
  id: string;
}

/** Two playlists are published to twenty screens in turn until the server dies. All screens must have the same one, and no older than the last acknowledged. */
export async function publishScenario(person: ApiPerson): Promise<Scenario> {
  const album = await person.album('Walls');
  const { key } = await person.upload('wall.jpg', await aJpeg());
  await person.attach(album._id, [key]);
  await until('the photo is ready', async () => (await person.media(album._id))[0]?.status === 6);
  const playlists = [await person.playlist('First', [album._id]), await person.playlist('Second', [album._id])];
  await allowDevices(person, SCREENS);
  const walls: Wall[] = [];
  for (let index = 0; index < SCREENS; index++) {
    const screen = await person.screen();
    walls.push({ ...screen, id: (await person.device(`Wall ${index}`, screen.deviceId))._id });
  }
  let [sent, acknowledged] = [0, 0];

  const manifestOf = async (wall: Wall): Promise<Manifest> => {
    const answer = await person.bytes('/screens/manifest', { authorization: `Screen ${wall.deviceId}:${wall.secret}` });
    return ((await answer.json()) as { result: Manifest }).result;
  };

  return {
    name: 'publish',
    withinMs: 1000,
    prepare: async () => undefined,
    async work() {
      for (;;) {
        sent++;
        await person.publish(
          playlists[sent % 2]?._id ?? '',
          walls.map((wall) => wall.id),
        );
        acknowledged = sent;
      }
    },
    async verify() {
      const manifests = await Promise.all(walls.map(manifestOf));
      const active = manifests.map((manifest) => newest(manifest));
      assert(new Set(active).size === 1, `the walls show different playlists: ${[...new Set(active)].join(', ')}`);
      const turn = [acknowledged, sent].find((one) => active[0] === (one === 0 ? undefined : playlists[one % 2]?._id));
      assert(turn !== undefined, 'the walls do not show what was acknowledged last');
      // The outcome of an unacknowledged publish is known from here on.
      sent = acknowledged = turn;
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

const newest = (manifest: Manifest): string | undefined =>
  manifest.publishes.toSorted((a, b) => (b.activatedAt ?? '').localeCompare(a.activatedAt ?? ''))[0]?.playlistId;
