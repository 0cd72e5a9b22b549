import { readRoutePaths } from './route-paths.ts';
import type { Member, Things, Viewer } from './things.ts';

/** One picture to take: whose eyes, and which address. */
export interface Shot {
  viewer: Viewer;
  address: string;
}

/** What an address says beyond its path; null where there is nothing to look at. */
type Query = (things: Things) => string | null;

const by =
  (...names: (keyof Things)[]): Query =>
  (things) =>
    names.every((name) => things[name] !== undefined) ? names.map((name) => `${name}=${things[name]}`).join('&') : null;

/** Pages that are about a thing. A page that is not named here is opened by its path alone. */
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

/** States of a page that have an address of their own; `$mediaId` stands for one of the things. */
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

/** A link with a password, and one that does not work: what is there is in the path. */
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

/** Every page of the web app for everybody who sees it, and the screen player. */
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

/** A visitor has what somebody gave them. */
const linksOf = (members: readonly Member[]): Things => {
  const { token, lockedToken } = members.find(({ viewer }) => viewer === 'owner')?.things ?? {};
  return { token, lockedToken };
};

/** Null where the path names a thing that there is none of. */
export function addressOf(address: string, things: Things): string | null {
  const [path = '', text] = address.split('?');
  const state = text?.replace(/\$(\w+)/g, (place, name: string) => things[name as keyof Things] ?? place);
  // About a thing that there is none of.
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
