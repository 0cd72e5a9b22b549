import type { Album, AlbumLink, Device, Item, Media, OrderRow, Payment, Plan, Playlist } from '@vitrine/contract';
import { ApiPerson } from '../../e2e/api.ts';
import { PEOPLE } from '../demo/household.ts';
import type { Person } from '../demo/people.ts';

export const VIEWERS = ['visitor', 'owner', 'newUser', 'beginner', 'partner', 'admin'] as const;
export type Viewer = (typeof VIEWERS)[number];

/** Ids of the objects that pages show; missing when there is no such object. */
export interface ObjectIds {
  albumId?: string;
  mediaId?: string;
  playlistId?: string;
  deviceId?: string;
  orderId?: string;
  subscriptionOrderId?: string;
  paymentId?: string;
  priceId?: string;
  itemId?: string;
  planId?: string;
  /** Tokens of links to the album, the second one with a password. */
  token?: string | undefined;
  lockedToken?: string | undefined;
}

export interface Member {
  viewer: Exclude<Viewer, 'visitor'>;
  person: Person;
  objectIds: ObjectIds;
}

export async function signInViewers(origin: string): Promise<Member[]> {
  const product = { origin, dataDir: '', mailTo: () => Promise.reject(new Error('Emails of a running product cannot be read')) };
  const members: Member[] = [];
  for (const viewer of VIEWERS) {
    if (viewer === 'visitor') continue;
    const person = await ApiPerson.signIn(product, PEOPLE[viewer].email);
    members.push({ viewer, person, objectIds: viewer === 'admin' ? await findAdminObjectIds(person) : await findObjectIds(person) });
  }
  return members;
}

/** Requests a path. Returns `empty` when the request is refused. */
async function requestOr<T>(person: Person, path: string, empty: T): Promise<T> {
  const { body } = await person.call<T>('GET', path);
  return body.error ? empty : body.result;
}

async function findObjectIds(person: Person): Promise<ObjectIds> {
  const albums = await requestOr<Album[]>(person, `/albums/${person.userId}`, []);
  const album = albums.reduce((largest, next) => (next.imageCount > largest.imageCount ? next : largest), albums[0] ?? ({} as Album));
  const links = album._id ? await recreateLinks(person, album) : {};
  const media = album._id ? await requestOr<Media[]>(person, `/medias/${album._id}`, []) : [];
  const playlists = await requestOr<Playlist[]>(person, `/playlists/${person.userId}`, []);
  const { devices } = await requestOr<{ devices: Device[] }>(person, `/devices/users/${person.userId}`, { devices: [] });
  const orders = await requestOr<OrderRow[]>(person, `/orders/users/${person.userId}`, []);
  const payments = await requestOr<Payment[]>(person, `/stripes/payments/${person.userId}`, []);
  const plans = await requestOr<Plan[]>(person, '/stripes/prices', []);
  const items = await requestOr<Item[]>(person, '/items', []);
  return {
    albumId: album._id,
    ...links,
    mediaId: media.find(({ kind }) => kind === 'image')?._id,
    playlistId: playlists.at(-1)?._id,
    deviceId: devices[0]?._id,
    orderId: orders.find(({ orderType, paidDate }) => orderType !== 'subscription' && paidDate !== null)?._id,
    subscriptionOrderId: orders.find(({ orderType }) => orderType === 'subscription')?._id,
    paymentId: payments.find(({ status }) => status === 'success')?._id,
    priceId: plans.find(({ planName }) => planName === 'Enterprise Plan')?.plans.find(({ interval }) => interval === 'month')?.priceId,
    itemId: items[0]?._id,
  };
}

/** Addresses of links are only returned on creation, so links of the previous run are replaced. */
async function recreateLinks(person: Person, { _id }: Album): Promise<Pick<ObjectIds, 'token' | 'lockedToken'>> {
  for (const link of await requestOr<AlbumLink[]>(person, `/albums/links/${_id}`, []))
    await person.call('DELETE', `/albums/links/link/${link._id}`);
  const make = async (body: object) =>
    (await person.call<{ token: string }>('POST', `/albums/links/${_id}`, { expiresAt: null, ...body })).body.result?.token;
  return { token: await make({ allowsDownload: true }), lockedToken: await make({ password: 'open sesame' }) };
}

async function findAdminObjectIds(person: Person): Promise<ObjectIds> {
  const orders = await requestOr<OrderRow[]>(person, '/orders?role=admin&orderType=poster', []);
  const plans = await requestOr<Plan[]>(person, '/stripes/prices', []);
  return {
    orderId: orders.find(({ paidDate }) => paidDate !== null)?._id,
    planId: plans.find(({ planName }) => planName === 'Family Plan')?._id,
  };
}
