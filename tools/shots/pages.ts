import { readRoutePaths } from './route-paths.ts';
import type { Member, Things, Viewer } from './things.ts';

/** One picture to take: whose eyes, and which address. */
export interface Shot {
  viewer: Viewer;
  address: string;
}

/** Query of a page's address; null when the page has nothing to show. */
type Query = (things: Things) => string | null;

const by =
  (...names: (keyof Things)[]): Query =>
  (things) =>
    names.every((name) => things[name] !== undefined) ? names.map((name) => `${name}=${things[name]}`).join('&') : null;

/** Pages about one object. Other pages are opened by their path alone. */
export const QUERIES: Record<string, Query> = {
  '/main/media': by('albumId'),
  '/main/media/preview': by('albumId', 'mediaId'),
  '/main/media/makeposter': by('albumId', 'mediaId'),
  '/main/media/makeposter/orderconfirm': by('albumId', 'orderId'),
  '/main/playlist/addalbum': by('playlistId'),
  '/main/playlist/albumsequence': by('playlistId'),
  '/main/playlistpreview': by('playlistId'),
  '/main/device/devicedetailpage': by('deviceId'),
  '/main/subscription/stripepayment': by('priceId'),
  '/main/subscription/confirmpage': ({ subscriptionOrderId }) => (subscriptionOrderId ? `orderId=${subscriptionOrderId}` : null),
  '/main/shop/product': by('itemId'),
  '/main/shop/orderconfirm': by('orderId'),
  '/admin/subscriptionPlanChange': by('planId'),
  '/admin/orderItems/orderDetails': by('orderId'),
  '/admin/orderItems/orderItemDetails': by('orderId'),
};

/** States of a page with an address; `$mediaId` is replaced by an id. */
export const STATES: readonly string[] = [
  '/main?shared=true',
  '/main?dialog=create',
  '/main?dialog=menu',
  '/main?dialog=upload',
  '/main/media?details=album',
  '/main/media?dialog=share',
  '/main/media?dialog=move&target=$mediaId',
  '/main/media?dialog=playlist',
  '/main/playlist?dialog=create',
  '/main/playlistpreview?dialog=publish',
  '/main/playlistpreview?details=$playlistId',
  '/main/family?dialog=addMembers',
  '/main/device?dialog=add',
  '/main/device?status=offline',
  '/main/device?view=day',
  '/main/device?dialog=tags',
  '/main/device?dialog=active&target=$deviceId',
  '/main/subscription?choose=true',
  '/main/profile?dialog=edit',
];

/** A link with a password and an unknown one. The path identifies the link. */
const LINKS = ['/shared/$lockedToken', '/shared/unknown'];

const PARTNERS = /^\/main\/shop(\/|$)/;

export function viewersOf(path: string): readonly Viewer[] {
  if (path.startsWith('/admin')) return ['admin'];
  if (PARTNERS.test(path)) return ['partner'];
  // The welcome is halfway there and nowhere else.
  if (path === '/main') return ['owner', 'newcomer', 'beginner'];
  if (path === '/main/profile') return ['owner', 'newcomer', 'admin'];
  return path.startsWith('/main') ? ['owner', 'newcomer'] : ['visitor'];
}

/** Lists every page of the web app for each kind of viewer, and the screen player. */
export async function listShots(members: readonly Member[], only = ''): Promise<Shot[]> {
  const paths = [...(await readRoutePaths()), ...STATES, ...LINKS, '/screen/'];
  const shots = paths.flatMap((path) =>
    viewersOf(path).flatMap((viewer) => {
      const { things = {} } = members.find((member) => member.viewer === viewer) ?? {};
      const address = addressOf(path, viewer === 'visitor' ? linksOf(members) : things);
      return address === null ? [] : [{ viewer, address }];
    }),
  );
  return shots.filter(({ address }) => address.includes(only));
}

/** A visitor has only the links that a member shared. */
const linksOf = (members: readonly Member[]): Things => {
  const { token, lockedToken } = members.find(({ viewer }) => viewer === 'owner')?.things ?? {};
  return { token, lockedToken };
};

/** Returns null when the path needs an object that does not exist. */
export function addressOf(address: string, things: Things): string | null {
  const [path = '', text] = address.split('?');
  const state = text?.replace(/\$(\w+)/g, (place, name: string) => things[name as keyof Things] ?? place);
  // The state needs an object that does not exist.
  if (state?.includes('$')) return null;
  const query = QUERIES[path]?.(things);
  if (query === null) return null;
  const parts = path.split('/').map((part) => {
    if (part === '$') return 'no-such-page';
    return part.startsWith('$') ? things[part.slice(1) as keyof Things] : part;
  });
  if (parts.includes(undefined)) return null;
  const search = [state, query].filter(Boolean).join('&');
  return parts.join('/') + (search && `?${search}`);
}
