import type { RunningProduct } from '../../e2e/product.ts';
import { Fleet } from '../simulate/fleet.ts';
import type { ScreenIdentity } from '../simulate/screen-calls.ts';
import { fillBin, makeAlbums, shareAlbums, waitUntilPlayable } from './albums.ts';
import { makeOrders } from './orders.ts';
import { moveIntoPast } from './past.ts';
import { allowScreens, makeFamily, makePeople } from './people.ts';
import { makePlaylists, makeScreens, toIpv4Origin } from './screens.ts';
import { createSupportContent } from './support-content.ts';

const VIDEOS_TIMEOUT_MS = 60_000;

/** Fills an empty product through its API. Returns the screens' identities, with which they can continue to run. */
export async function makeHousehold(product: RunningProduct, print: (line: string) => void): Promise<ScreenIdentity[]> {
  print('Creating the demo household (first start only):');
  const people = await makePeople(product);
  const orgId = await makeFamily(people);
  print('  seven accounts, plans, the family');
  const albums = await makeAlbums(people, orgId, print);
  await shareAlbums(people, albums);
  await fillBin(people, albums);
  await allowScreens(people.owner);
  const screens = await makeScreens(people.owner);
  await makePlaylists(people.owner, albums, screens);
  print('  two screens and three playlists');
  await people.owner.request('POST', '/users/ftp/server', { email: people.owner.email });
  await makeOrders(people, albums);
  await createSupportContent(people);
  print('  orders, questions and messages');
  const playable = await waitUntilPlayable(albums, VIDEOS_TIMEOUT_MS);
  if (!playable) print('  some videos are still processing');
  await moveIntoPast(people);
  // Sign everyone out, so that no session is left on another person's browser.
  for (const person of Object.values(people)) await person.request('POST', '/users/logout');
  return Object.values(screens).map(({ identity }) => identity);
}

/** Starts the simulated screens of the household. */
export function playScreens(product: RunningProduct, identities: ScreenIdentity[]): Fleet {
  const fleet = new Fleet({ origin: toIpv4Origin(product.origin), identities });
  fleet.open();
  return fleet;
}
