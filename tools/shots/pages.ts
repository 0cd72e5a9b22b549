import { readRoutePaths } from './route-paths.ts';
import type { Member, ObjectIds, Viewer } from './viewers.ts';

/** One screenshot: the viewer and the address of the page. */
export interface Shot {
  viewer: Viewer;
  address: string;
}

/** Query of a page's address; null when the page has nothing to show. */
type Query = (objectIds: ObjectIds) => string | null;

const withIds =
  (...names: (keyof ObjectIds)[]): Query =>
  (objectIds) =>
    names.every((name) => objectIds[name] !== undefined) ? names.map((name) => `${name}=${objectIds[name]}`).join('&') : null;

/** Pages about one object. Other pages are opened by their path alone. */
export const QUERIES: Record<string, Query> = {
  '/main/media': withIds('albumId'),
  '/main/media/preview': withIds('albumId', 'mediaId'),
  '/main/media/makeposter': withIds('albumId', 'mediaId'),
  '/main/media/makeposter/orderconfirm': withIds('albumId', 'orderId'),
  '/main/playlist/addalbum': withIds('playlistId'),
  '/main/playlist/albumsequence': withIds('playlistId'),
  '/main/playlist/layout': withIds('playlistId'),
  '/main/playlistpreview': withIds('playlistId'),
  '/main/device/devicedetailpage': withIds('deviceId'),
  '/main/subscription/stripepayment': withIds('priceId'),
  '/main/subscription/confirmpage': ({ subscriptionOrderId }) => (subscriptionOrderId ? `orderId=${subscriptionOrderId}` : null),
  '/main/shop/product': withIds('itemId'),
  '/main/shop/orderconfirm': withIds('orderId'),
  '/admin/subscriptionPlanChange': withIds('planId'),
  '/admin/orderItems/orderDetails': withIds('orderId'),
  '/admin/orderItems/orderItemDetails': withIds('orderId'),
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
  '/main/sources?dialog=addSource',
  '/main/widget?template=headlines',
];

/** A link with a password and an unknown one. The path identifies the link. */
const SHARED_LINKS = ['/shared/$lockedToken', '/shared/unknown'];

const PARTNER_PAGES = /^\/main\/shop(\/|$)/;

export function listViewers(path: string): readonly Viewer[] {
  if (path.startsWith('/admin')) return ['admin'];
  if (PARTNER_PAGES.test(path)) return ['partner'];
  // Only the start page shows the onboarding of a user with photos but no screen.
  if (path === '/main') return ['owner', 'newUser', 'beginner'];
  if (path === '/main/profile') return ['owner', 'newUser', 'admin'];
  return path.startsWith('/main') ? ['owner', 'newUser'] : ['visitor'];
}

/** Lists every page of the web app for each kind of viewer, and the screen player. */
export async function listShots(members: readonly Member[], only = ''): Promise<Shot[]> {
  const paths = [...(await readRoutePaths()), ...STATES, ...SHARED_LINKS, '/screen/'];
  const shots = paths.flatMap((path) =>
    listViewers(path).flatMap((viewer) => {
      const { objectIds = {} } = members.find((member) => member.viewer === viewer) ?? {};
      const address = buildAddress(path, viewer === 'visitor' ? findSharedLinks(members) : objectIds);
      return address === null ? [] : [{ viewer, address }];
    }),
  );
  return shots.filter(({ address }) => address.includes(only));
}

/** Returns the tokens of shared links, which are the only objects that a visitor can open. */
const findSharedLinks = (members: readonly Member[]): ObjectIds => {
  const { token, lockedToken } = members.find(({ viewer }) => viewer === 'owner')?.objectIds ?? {};
  return { token, lockedToken };
};

/** Returns null when the path needs an object that does not exist. */
export function buildAddress(address: string, objectIds: ObjectIds): string | null {
  const [path = '', text] = address.split('?');
  const state = text?.replace(/\$(\w+)/g, (placeholder, name: string) => objectIds[name as keyof ObjectIds] ?? placeholder);
  // The object of the state does not exist.
  if (state?.includes('$')) return null;
  const query = QUERIES[path]?.(objectIds);
  if (query === null) return null;
  const parts = path.split('/').map((part) => {
    if (part === '$') return 'no-such-page';
    return part.startsWith('$') ? objectIds[part.slice(1) as keyof ObjectIds] : part;
  });
  if (parts.includes(undefined)) return null;
  const search = [state, query].filter(Boolean).join('&');
  return parts.join('/') + (search && `?${search}`);
}
