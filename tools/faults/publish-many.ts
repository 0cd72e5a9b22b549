import type { ApiPerson } from '../../e2e/api.ts';
import { until } from '../../e2e/until.ts';
import { makeFleet } from '../bench/fleet.data.ts';
import { Fleet } from '../simulate/fleet.ts';
import { assert, type Scenario } from './round.ts';

const SCREENS = 500;

/**
 * Publishes two playlists alternately to five hundred connected screens until the server is killed. Afterwards all screens must show the same playlist
 * without further requests.
 */
export async function publishManyScenario(person: ApiPerson): Promise<Scenario> {
  const { identities, deviceIds, playlistIds } = await makeFleet(person.product, person, SCREENS);
  const fleet = new Fleet({ origin: person.product.origin, identities });
  let [sent, acknowledged] = [0, 0];
  const shown = () => new Set(fleet.screens.map(({ playlistId }) => playlistId));
  const waitForAll = (description: string) => until(description, async () => fleet.connected === SCREENS);

  return {
    name: 'publish to 500',
    maxKillDelayMs: 1500,
    async prepare() {
      if (sent > 0) return waitForAll('every screen is connected');
      fleet.open();
      await waitForAll('every screen is connected');
    },
    async work() {
      for (;;) {
        sent++;
        await person.publish(playlistIds[(sent % 2) as 0 | 1], deviceIds);
        acknowledged = sent;
      }
    },
    async verify() {
      await waitForAll('every screen is connected again');
      await until('every screen shows the same playlist', async () => shown().size === 1);
      const [playlistId] = shown();
      const lastPublish = [acknowledged, sent].find((count) => playlistId === (count === 0 ? null : playlistIds[(count % 2) as 0 | 1]));
      assert(lastPublish !== undefined, 'the screens do not show the last acknowledged playlist');
      // The outcome of an unacknowledged publish is known from here on.
      sent = acknowledged = lastPublish;
    },
    close: () => fleet.close(),
  };
}
