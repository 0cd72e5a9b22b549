import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { ApiPerson } from '../../e2e/api.ts';
import type { RunningVersion } from './running-version.ts';

/** `status` of a processed media. */
const READY = 6;
const WAIT_LIMIT_MS = 120_000;
const EMAIL = 'ana@rolling.example';

interface Manifest {
  revision: number;
  publishes: { playlistId: string; items: unknown[] }[];
}

/** A registered screen that either process may serve. */
interface TestScreen {
  deviceCode: string;
  secret: string;
  playlistId: string;
}

const createPhoto = (colour: string) =>
  sharp({ create: { width: 640, height: 400, channels: 3, background: colour } })
    .jpeg()
    .toBuffer();

async function until<T>(description: string, read: () => Promise<T | undefined>): Promise<T> {
  for (const deadline = Date.now() + WAIT_LIMIT_MS; Date.now() < deadline; await sleep(200)) {
    const result = await read();
    if (result !== undefined) return result;
  }
  throw new Error(`Timeout: ${description} not within ${WAIT_LIMIT_MS / 1000} s`);
}

async function readManifest({ origin }: RunningVersion, { deviceCode, secret }: TestScreen): Promise<Manifest> {
  const response = await fetch(`${origin}/api/screens/manifest`, { headers: { authorization: `Screen ${deviceCode}:${secret}` } });
  const text = await response.text();
  assert.equal(response.status, 200, text);
  return (JSON.parse(text) as { result: Manifest }).result;
}

const countItems = ({ publishes }: Manifest, { playlistId }: TestScreen) =>
  publishes.find((publish) => publish.playlistId === playlistId)?.items.length ?? 0;

/** Signs up, adds a photo to an album and a playlist, and publishes it on a new screen. */
async function createScreen(first: RunningVersion): Promise<TestScreen> {
  const ana = await ApiPerson.signUp(first, EMAIL);
  const album = await ana.album('Before');
  await ana.attach(album._id, [(await ana.upload('before.jpg', await createPhoto('#336699'))).key]);
  const playlist = await ana.playlist('Evenings', [album._id]);
  const { deviceId: deviceCode, secret } = await ana.screen();
  const device = await ana.device('Hall', deviceCode);
  await until('the first photo processed', async () => ((await ana.media(album._id))[0]?.status === READY ? true : undefined));
  await ana.publish(playlist._id, device._id);
  const screen = { deviceCode, secret, playlistId: playlist._id };
  await until('the first photo on the screen', async () =>
    countItems(await readManifest(first, screen), screen) === 1 ? true : undefined,
  );
  return screen;
}

/** Makes a change at one process and checks it at the other. Either process may run the job. */
async function changeAndVerify(first: RunningVersion, second: RunningVersion, screen: TestScreen, round: number): Promise<void> {
  const [atFirst, atSecond] = [await ApiPerson.signIn(first, EMAIL), await ApiPerson.signIn(second, EMAIL)];
  const before = countItems(await readManifest(second, screen), screen);
  const album = await atFirst.album(`Turn ${round}`);
  const file = await atFirst.upload(
    `turn-${round}.jpg`,
    await createPhoto(`#${(round * 1_234_567).toString(16).padStart(6, '0').slice(-6)}`),
  );
  await atFirst.attach(album._id, [file.key]);
  await atSecond.request('POST', `/playlists/album/add/${screen.playlistId}`, { albumArr: [{ albumId: album._id }] });
  const { revision } = await until('the next photo on the screen', async () => {
    const manifest = await readManifest(second, screen);
    return countItems(manifest, screen) === before + 1 ? manifest : undefined;
  });
  assert.ok((await readManifest(first, screen)).revision >= revision);
  await atSecond.request('PUT', `/albums/${album._id}`, { name: `Turn ${round}, renamed` });
  const albums = await atFirst.request<{ _id: string; name: string }[]>('GET', `/albums/${atFirst.userId}`);
  assert.equal(albums.find(({ _id }) => _id === album._id)?.name, `Turn ${round}, renamed`);
  const [media] = await atFirst.media(album._id);
  assert.ok(media);
  assert.equal((await atSecond.bytes(`/uploads?key=${media.mediaFile.key}&width=64`)).status, 200);
}

const ROUNDS = 6;

/** Restarts the version. Returns false when it refuses the newer schema, because some older versions check for an exact match. */
async function tryRestart(version: RunningVersion): Promise<boolean> {
  try {
    await version.start();
    return true;
  } catch (error) {
    if (!version.output.includes('belongs to another version of Vitrine')) throw error;
    return false;
  }
}

/**
 * Updates one process after the other: the older one serves, the newer one starts next to it and migrates, both serve alternately, the older one is stopped and
 * restarted, and finally only the newer one runs. Prints each completed step.
 */
export async function rollOver(older: RunningVersion, newer: RunningVersion, print: (line: string) => void): Promise<void> {
  await older.start();
  const screen = await createScreen(older);
  print(`${older.name} serves`);
  await newer.start();
  print(`${newer.name} started next to it and migrated`);
  for (let round = 1; round <= ROUNDS; round++)
    await changeAndVerify(...(round % 2 ? ([older, newer] as const) : ([newer, older] as const)), screen, round);
  print(`${ROUNDS} changes at both versions, each visible at the other`);
  await older.stop();
  if (await tryRestart(older)) {
    await changeAndVerify(older, newer, screen, ROUNDS + 1);
    print(`${older.name} was restarted on the newer schema`);
  } else print(`${older.name} refuses to restart on the newer schema`);
  await older.stop();
  await changeAndVerify(newer, newer, screen, ROUNDS + 2);
  print(`${newer.name} alone`);
}
