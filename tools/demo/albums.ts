import { setTimeout as sleep } from 'node:timers/promises';
import type { Album, Media } from '@vitrine/contract';
import { encodeVideo } from '../../apps/server/src/testing/video-file.ts';
import { ALBUMS, type AlbumName, type AlbumPlan } from './household.ts';
import type { People, Person } from './people.ts';
import { drawPhoto, drawPicture, type SceneName } from './picture.ts';
import { createRandom } from './random.ts';

export type Albums = Record<AlbumName, { _id: string; owner: Person }>;

const DAY_MS = 86_400_000;
const LONG_SIDE = 1500;
const SHORT_SIDE = 1000;
const VIDEO = { width: 1280, height: 720, seconds: 6, framesPerSecond: 25 };
/** Concurrent uploads, so that drawing and storing overlap. */
const CONCURRENCY = 3;

export async function makeAlbums(people: People, orgId: string, print: (line: string) => void): Promise<Albums> {
  const entries: [string, { _id: string; owner: Person }][] = [];
  for (const [name, plan] of Object.entries<AlbumPlan>(ALBUMS)) {
    const owner = people[plan.owner];
    entries.push([name, { _id: await makeAlbum(owner, plan, plan.isFamilyAlbum ? orgId : undefined), owner }]);
    print(`  ${plan.name}: ${plan.photos} photos${plan.film ? ' and a video' : ''}`);
  }
  return Object.fromEntries(entries) as Albums;
}

async function makeAlbum(person: Person, plan: AlbumPlan, orgId?: string): Promise<string> {
  const album = await person.request<Album>('POST', '/albums', { name: plan.name, orgId });
  const keys = await mapConcurrently(planPhotos(plan), async ({ title, recipe, takenAt }) => {
    const { key } = await person.upload(`${title}.jpg`, await drawPhoto(recipe, takenAt));
    return key;
  });
  if (plan.film) keys.splice(3, 0, (await person.upload(`${plan.film}.mp4`, await drawFilm(plan.scene))).key);
  await person.attach(album._id, keys);
  if (plan.caption) await person.request('PUT', `/albums/${album._id}`, { caption: plan.caption });
  return album._id;
}

/** Plans the photos of an album with titles and dates in the last two years. Returns the same photos every time. */
export function planPhotos(plan: AlbumPlan, now = Date.now()) {
  const random = createRandom(plan.name);
  const from = random.between(30, 700);
  return Array.from({ length: plan.photos }, (_, at) => {
    const isUpright = random.next() < 0.3;
    const round = Math.floor(at / plan.titles.length);
    const title = plan.titles[at % plan.titles.length] ?? plan.name;
    return {
      title: round === 0 ? title : `${title} ${round + 1}`,
      takenAt: new Date(now - (from - at * 0.4) * DAY_MS),
      recipe: {
        scene: plan.scene,
        seed: `${plan.name} ${at}`,
        width: isUpright ? SHORT_SIDE : LONG_SIDE,
        height: isUpright ? LONG_SIDE : SHORT_SIDE,
      },
    };
  });
}

/** Renders a video that slowly zooms into a picture. */
export async function drawFilm(scene: SceneName, film = VIDEO): Promise<Buffer> {
  const size = { width: film.width * 2, height: film.height * 2 };
  const rgb = await drawPicture({ scene, seed: 'film', ...size })
    .removeAlpha()
    .raw()
    .toBuffer();
  const { framesPerSecond, seconds } = film;
  return encodeVideo(rgb, { ...size, codec: 'h264', container: 'mp4', framesPerSecond, frames: seconds * framesPerSecond, zoom: 1.15 });
}

async function mapConcurrently<T, R>(all: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const worker = async () => {
    for (let at = next++; at < all.length; at = next++) {
      const item = all[at];
      if (item !== undefined) results[at] = await work(item);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  return results;
}

/** Shares albums: one accepted, one pending, one with an address without an account. */
export async function shareAlbums({ owner, lena }: People, albums: Albums): Promise<void> {
  const share = (album: Albums[AlbumName], emails: string[]) =>
    album.owner.request('PUT', `/albums/share/${album._id}`, { emailArr: emails.map((email) => ({ email, permission: 'write' })) });
  await share(albums.winter, [owner.email]);
  await accept(owner);
  await share(albums.birthday, [lena.email, 'aunt.mia@demo.example']);
  await accept(lena);
  await share(albums.lake, [lena.email]);
  await share(albums.workshop, [owner.email]);
}

/** Accepts the newest invitation to an album. */
async function accept(person: Person): Promise<void> {
  for (let attempt = 0; attempt < 50; attempt++) {
    const all = await person.request<{ _id: string; invitationId: string | null; invitationType: string | null }[]>(
      'GET',
      `/notifications/${person.userId}`,
    );
    const invitation = all.find(({ invitationType, invitationId }) => invitationType === 'share_album' && invitationId);
    if (invitation) {
      await person.request('PUT', `/albums/share/action/${invitation.invitationId}`, { type: 'accept', notificationId: invitation._id });
      return;
    }
    await sleep(100);
  }
  throw new Error(`${person.email} was not invited`);
}

/** Moves two photos to the bin. */
export async function fillBin({ owner }: People, albums: Albums): Promise<void> {
  const media = await owner.media(albums.mountains._id);
  await owner.request('DELETE', `/medias/${albums.mountains._id}`, { mediaIdArr: media.slice(-2).map(({ _id }) => _id) });
}

/** Waits until the videos are playable on screens. Returns false when that takes too long; processing continues while the demo runs. */
export async function waitUntilPlayable(albums: Albums, timeoutMs: number): Promise<boolean> {
  const deadline = Date.now() + timeoutMs;
  const pending = new Set(Object.values(albums));
  while (pending.size > 0 && Date.now() < deadline) {
    for (const album of pending) if (isComplete(await album.owner.media(album._id))) pending.delete(album);
    if (pending.size > 0) await sleep(500);
  }
  return pending.size === 0;
}

const isComplete = (media: Media[]) => media.every(({ status }) => status >= 6);
