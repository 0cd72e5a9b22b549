import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { ApiPerson } from '../../e2e/api.ts';
import type { RunningVersion } from './running-version.ts';

/** `status` of a media that is prepared. */
const READY = 6;
const WAIT_LIMIT_MS = 120_000;
const EMAIL = 'ana@rolling.example';

interface Manifest {
  revision: number;
  publishes: { playlistId: string; items: unknown[] }[];
}

/** A registered screen that either process may serve. */
interface Wall {
  deviceCode: string;
  secret: string;
  playlistId: string;
}

const aPhoto = (colour: string) =>
  sharp({ create: { width: 640, height: 400, channels: 3, background: colour } })
    .jpeg()
    .toBuffer();

async function until<T>(what: string, look: () => Promise<T | undefined>): Promise<T> {
  for (const deadline = Date.now() + WAIT_LIMIT_MS; Date.now() < deadline; await sleep(200)) {
    const found = await look();
    if (found !== undefined) return found;
  }
  throw new Error(`${what}: not within ${WAIT_LIMIT_MS / 1000} s`);
}

async function readManifest({ origin }: RunningVersion, { deviceCode, secret }: Wall): Promise<Manifest> {
  const answer = await fetch(`${origin}/api/screens/manifest`, { headers: { authorization: `Screen ${deviceCode}:${secret}` } });
  const text = await answer.text();
  assert.equal(answer.status, 200, text);
  return (JSON.parse(text) as { result: Manifest }).result;
}

const itemsOf = ({ publishes }: Manifest, { playlistId }: Wall) =>
  publishes.find((one) => one.playlistId === playlistId)?.items.length ?? 0;

/** Signs up, puts a photo into an album and a playlist, and shows it on a screen. */
async function hangWall(at: RunningVersion): Promise<Wall> {
  const ana = await ApiPerson.signUp(at, EMAIL);
  const album = await ana.album('Before');
  await ana.attach(album._id, [(await ana.upload('before.jpg', await aPhoto('#336699'))).key]);
  const playlist = await ana.playlist('Evenings', [album._id]);
  const { deviceId: deviceCode, secret } = await ana.screen();
  const device = await ana.device('Hall', deviceCode);
  await until('the first photo prepared', async () => ((await ana.media(album._id))[0]?.status === READY ? true : undefined));
  await ana.publish(playlist._id, device._id);
  const wall = { deviceCode, secret, playlistId: playlist._id };
  await until('the first photo on the wall', async () => (itemsOf(await readManifest(at, wall), wall) === 1 ? true : undefined));
  return wall;
}

/** Makes a change at one process and checks it at the other. Either process may run the job. */
async function takeTurn(at: RunningVersion, other: RunningVersion, wall: Wall, turn: number): Promise<void> {
  const [here, there] = [await ApiPerson.signIn(at, EMAIL), await ApiPerson.signIn(other, EMAIL)];
  const before = itemsOf(await readManifest(other, wall), wall);
  const album = await here.album(`Turn ${turn}`);
  const file = await here.upload(`turn-${turn}.jpg`, await aPhoto(`#${(turn * 1_234_567).toString(16).padStart(6, '0').slice(-6)}`));
  await here.attach(album._id, [file.key]);
  await there.must('POST', `/playlists/album/add/${wall.playlistId}`, { albumArr: [{ albumId: album._id }] });
  const { revision } = await until('the next photo on the wall', async () => {
    const manifest = await readManifest(other, wall);
    return itemsOf(manifest, wall) === before + 1 ? manifest : undefined;
  });
  assert.ok((await readManifest(at, wall)).revision >= revision);
  await there.must('PUT', `/albums/${album._id}`, { name: `Turn ${turn}, renamed` });
  const albums = await here.must<{ _id: string; name: string }[]>('GET', `/albums/${here.userId}`);
  assert.equal(albums.find(({ _id }) => _id === album._id)?.name, `Turn ${turn}, renamed`);
  const [media] = await here.media(album._id);
  assert.ok(media);
  assert.equal((await there.bytes(`/uploads?key=${media.mediaFile.key}&width=64`)).status, 200);
}

const TURNS = 6;

/** Starts the version again. Returns false when it refuses the schema of another version, as versions did before migrations were only additive. */
async function startsAgain(version: RunningVersion): Promise<boolean> {
  try {
    await version.start();
    return true;
  } catch (error) {
    if (!version.output.includes('belongs to another version of Vitrine')) throw error;
    return false;
  }
}

/**
 * Updates one process after the other: the older one serves, the newer one starts next to it and migrates, both serve by turns, the older one is stopped and
 * started again, and finally only the newer one runs. Reports each step when it is done.
 */
export async function rollOver(older: RunningVersion, newer: RunningVersion, say: (line: string) => void): Promise<void> {
  await older.start();
  const wall = await hangWall(older);
  say(`${older.name} serves`);
  await newer.start();
  say(`${newer.name} started beside it, and migrated`);
  for (let turn = 1; turn <= TURNS; turn++)
    await takeTurn(...(turn % 2 ? ([older, newer] as const) : ([newer, older] as const)), wall, turn);
  say(`${TURNS} turns at both, each seen at the other`);
  await older.stop();
  if (await startsAgain(older)) {
    await takeTurn(older, newer, wall, TURNS + 1);
    say(`${older.name} was stopped and started again on the newer schema`);
  } else say(`${older.name} refuses to start again on the newer schema, and says so`);
  await older.stop();
  await takeTurn(newer, newer, wall, TURNS + 2);
  say(`${newer.name} alone`);
}
