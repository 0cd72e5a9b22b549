import type { Media } from '@vitrine/contract';
import type { ApiPerson } from '../../e2e/api.ts';
import { until } from '../../e2e/until.ts';
import type { Attack } from './attack.ts';
import { HARMFUL_PATHS, PRIVATE_ADDRESSES, SITE, withSite } from './hostile-sources.ts';
import { assert } from './round.ts';

const PAGES = 100;
/** The site of the attacker waits longer than the check of a page takes. */
const OTHER_PAGE_LIMIT_MS = 20_000;
const STATE_LIMIT_MS = 60_000;

const create = (person: ApiPerson, albumId: string, address: string) =>
  person.call<Media>('POST', '/widgets', { albumId, name: 'Page', settings: { type: 'web', theme: 'light', address } });

/** A hundred pages whose site never responds, drips, floods or redirects forever. The page of another user must still be checked soon. */
export const floodPages: Attack = {
  name: 'a hundred web pages of slow, endless and redirecting sites',
  memoryGrowthLimitMb: 400,
  run: (attacker, other) =>
    withSite(async () => {
      const album = await attacker.album('Pages');
      const paths = Array.from({ length: PAGES }, (_, index) => HARMFUL_PATHS[index % HARMFUL_PATHS.length] ?? '');
      const flood = Promise.all(paths.map((path) => create(attacker, album._id, `${SITE}/${path}`)));
      const own = await other.album('A page');
      for (let time = 0; time < 3; time++) {
        await other.request('POST', '/widgets', {
          albumId: own._id,
          name: 'News',
          settings: { type: 'web', theme: 'light', address: `${SITE}/news` },
        });
        const areChecked = async () => (await other.media(own._id)).every(({ framing }) => framing === 'allowed');
        await until('the page of the other user is checked', areChecked, OTHER_PAGE_LIMIT_MS);
      }
      const failed = (await flood).filter(({ status }) => status >= 500 && status !== 503);
      assert(failed.length === 0, `${failed.length} requests failed: ${failed[0]?.body.message}`);
      await attacker.request('DELETE', `/albums/${album._id}`);
      await other.request('DELETE', `/albums/${own._id}`);
    }),
};

/** Web pages at addresses inside the network, directly and by redirects. The server there must receive no request. */
export const probeNetworkByPages: Attack = {
  name: 'web pages at addresses of private networks',
  run: (attacker) =>
    withSite(
      (inside) =>
        withSite(async () => {
          const album = await attacker.album('Inside');
          await Promise.all(PRIVATE_ADDRESSES.map((address) => create(attacker, album._id, address)));
          const list = () => attacker.media(album._id);
          const isDone = async () => (await list()).every(({ framing }) => framing !== 'unchecked');
          await until('all pages were checked', isDone, STATE_LIMIT_MS);
          const pages = await list();
          assert(pages.length === PRIVATE_ADDRESSES.length, `only ${pages.length} pages were stored`);
          assert(
            pages.every(({ framing }) => framing === 'private' || framing === 'unreachable'),
            'a private address was requested',
          );
          assert(inside.length === 0, `the server inside the network received ${inside.length} requests`);
          await attacker.request('DELETE', `/albums/${album._id}`);
        }),
      '127.0.0.2',
    ),
};
