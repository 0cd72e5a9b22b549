import type { RunningProduct } from '../../e2e/product.ts';
import { Fleet } from '../simulate/fleet.ts';
import type { ScreenIdentity } from '../simulate/screen-calls.ts';
import { fillBin, makeAlbums, shareAlbums, untilPlayable } from './albums.ts';
import { makeOrders } from './orders.ts';
import { allowScreens, makeFamily, makePeople } from './people.ts';
import { addressOf, makePlaylists, makeScreens } from './screens.ts';
import { makeWords } from './words.ts';

const FILMS_WITHIN_MS = 60_000;

/** Fills an empty product through its API. Returns the screens' identities, with which they can continue to run. */
export async function makeHousehold(product: RunningProduct, say: (line: string) => void): Promise<ScreenIdentity[]> {
  say('Creating the demo household (first start only):');
  const people = await makePeople(product);
  const orgId = await makeFamily(people);
  say('  seven accounts, plans, the family');
  const albums = await makeAlbums(people, orgId, say);
  await shareAlbums(people, albums);
  await fillBin(people, albums);
  await allowScreens(people.owner);
  const walls = await makeScreens(people.owner);
  await makePlaylists(people.owner, albums, walls);
  say('  two screens and three playlists');
  await people.owner.must('POST', '/users/ftp/server', { email: people.owner.email });
  await makeOrders(people, albums);
  await makeWords(people);
  say('  orders, questions and messages');
  const playable = await untilPlayable(albums, FILMS_WITHIN_MS);
  if (!playable) say('  some videos are still processing');
  // Sign everyone out, so that no session is left on another person's browser.
  for (const person of Object.values(people)) await person.must('POST', '/users/logout');
  return Object.values(walls).map(({ identity }) => identity);
}

/** The household's screens, playing what is published to them until they are closed. */
export function playScreens(product: RunningProduct, identities: ScreenIdentity[]): Fleet {
  const fleet = new Fleet({ origin: addressOf(product.origin), identities });
  fleet.open();
  return fleet;
}
