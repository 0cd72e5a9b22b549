import { setTimeout as sleep } from 'node:timers/promises';
import type { Album, Media } from '@vitrine/contract';
import { encodeVideo } from '../../apps/server/src/testing/video-file.ts';
import { ALBUMS, type AlbumName, type AlbumPlan } from './household.ts';
import type { People, Person } from './people.ts';
import { drawPhoto, drawPicture, type SceneName } from './picture.ts';
import { createRandom } from './random.ts';

export type Albums = Record<AlbumName, { _id: string; of: Person }>;

const DAY_MS = 86_400_000;
const LONG = 1500;
const SHORT = 1000;
const FILM = { width: 1280, height: 720, seconds: 6, framesPerSecond: 25 };
/** One core draws while the other stores. */
const AT_ONCE = 3;

export async function makeAlbums(people: People, orgId: string, say: (line: string) => void): Promise<Albums> {
  const made: [string, { _id: string; of: Person }][] = [];
  for (const [name, plan] of Object.entries<AlbumPlan>(ALBUMS)) {
    const of = people[plan.of];
    made.push([name, { _id: await makeAlbum(of, plan, plan.isOfFamily ? orgId : undefined), of }]);
    say(`  ${plan.name}: ${plan.photos} photos${plan.film ? ' and a video' : ''}`);
  }
  return Object.fromEntries(made) as Albums;
}

async function makeAlbum(person: Person, plan: AlbumPlan, orgId?: string): Promise<string> {
  const album = await person.must<Album>('POST', '/albums', { name: plan.name, orgId });
  const keys = await inTurns(photosOf(plan), async ({ title, recipe, takenAt }) => {
    const { key } = await person.upload(`${title}.jpg`, await drawPhoto(recipe, takenAt));
    return key;
  });
  if (plan.film) keys.splice(3, 0, (await person.upload(`${plan.film}.mp4`, await drawFilm(plan.scene))).key);
  await person.attach(album._id, keys);
  if (plan.caption) await person.must('PUT', `/albums/${album._id}`, { caption: plan.caption });
  return album._id;
}

/** Its photos with their names, over the last two years; the same ones every time. */
export function photosOf(plan: AlbumPlan, now = Date.now()) {
  const random = createRandom(plan.name);
  const from = random.between(30, 700);
  return Array.from({ length: plan.photos }, (_, at) => {
    const isUpright = random.next() < 0.3;
    const round = Math.floor(at / plan.titles.length);
    const title = plan.titles[at % plan.titles.length] ?? plan.name;
    return {
      title: round === 0 ? title : `${title} ${round + 1}`,
      takenAt: new Date(now - (from - at * 0.4) * DAY_MS),
      recipe: { scene: plan.scene, seed: `${plan.name} ${at}`, width: isUpright ? SHORT : LONG, height: isUpright ? LONG : SHORT },
    };
  });
}

/** A picture that comes slowly nearer. */
export async function drawFilm(scene: SceneName, film = FILM): Promise<Buffer> {
  const size = { width: film.width * 2, height: film.height * 2 };
  const rgb = await drawPicture({ scene, seed: 'film', ...size })
    .removeAlpha()
    .raw()
    .toBuffer();
  const { framesPerSecond, seconds } = film;
  return encodeVideo(rgb, { ...size, codec: 'h264', container: 'mp4', framesPerSecond, frames: seconds * framesPerSecond, zoom: 1.15 });
}

async function inTurns<T, R>(all: readonly T[], work: (one: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const turn = async () => {
    for (let at = next++; at < all.length; at = next++) {
      const one = all[at];
      if (one !== undefined) results[at] = await work(one);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, turn));
  return results;
}

/** Shares albums: one accepted, one pending, one with an address without an account. */
export async function shareAlbums({ owner, lena }: People, albums: Albums): Promise<void> {
  const share = (album: Albums[AlbumName], emails: string[]) =>
    album.of.must('PUT', `/albums/share/${album._id}`, { emailArr: emails.map((email) => ({ email, permission: 'write' })) });
  await share(albums.winter, [owner.email]);
  await accept(owner);
  await share(albums.birthday, [lena.email, 'aunt.mia@demo.example']);
  await accept(lena);
  await share(albums.lake, [lena.email]);
  await share(albums.workshop, [owner.email]);
}

/** Answers the newest invitation to an album. */
async function accept(person: Person): Promise<void> {
  for (let attempt = 0; attempt < 50; attempt++) {
    const all = await person.must<{ _id: string; invitationId: string | null; invitationType: string | null }[]>(
      'GET',
      `/notifications/${person.userId}`,
    );
    const invitation = all.find(({ invitationType, invitationId }) => invitationType === 'share_album' && invitationId);
    if (invitation) {
      await person.must('PUT', `/albums/share/action/${invitation.invitationId}`, { type: 'accept', notificationId: invitation._id });
      return;
    }
    await sleep(100);
  }
  throw new Error(`${person.email} was not invited`);
}

/** Two pictures that did not turn out well. */
export async function fillBin({ owner }: People, albums: Albums): Promise<void> {
  const media = await owner.media(albums.mountains._id);
  await owner.must('DELETE', `/medias/${albums.mountains._id}`, { mediaIdArr: media.slice(-2).map(({ _id }) => _id) });
}

/** Waits until the videos are playable on screens. Returns false when that takes too long; processing continues while the demo runs. */
export async function untilPlayable(albums: Albums, withinMs: number): Promise<boolean> {
  const deadline = Date.now() + withinMs;
  const waits = new Set(Object.values(albums));
  while (waits.size > 0 && Date.now() < deadline) {
    for (const album of waits) if (isComplete(await album.of.media(album._id))) waits.delete(album);
    if (waits.size > 0) await sleep(500);
  }
  return waits.size === 0;
}

const isComplete = (media: Media[]) => media.every(({ status }) => status >= 6);
