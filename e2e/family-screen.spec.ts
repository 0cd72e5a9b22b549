/** A family shares a screen: photos that one member adds appear for the others and on the screen immediately. */
import { expect, type Page } from '@playwright/test';
import type { Album, Device, Playlist } from '@vitrine/contract';
import type {} from '../apps/screen/src/debug-state.ts';
import { aJpeg } from '../apps/server/src/testing/media-files.ts';
import { ApiPerson } from './api.ts';
import { openInApp } from './app-navigation.ts';
import { createFamily } from './families.ts';
import { POLLING } from './polling.ts';
import type { Product } from './product.ts';
import { test } from './product-test.ts';
import { readScreenId } from './screen-id.ts';
import { createSignedInPage } from './signed-in-page.ts';

let product: Product;
let owner: ApiPerson;
let member: ApiPerson;
let orgId: string;
let album: Album;
let device: Device;
const windows: Record<'owner' | 'member' | 'wall', Page> = {} as never;

test.describe.configure({ mode: 'serial' });
test.beforeAll(async ({ shared, browser }) => {
  product = shared;
  [owner, member] = [
    await ApiPerson.create(product, 'olga@kitchen.example', 'Olga'),
    await ApiPerson.create(product, 'milo@kitchen.example', 'Milo'),
  ];
  orgId = await createFamily('The Kitchens', owner, [member]);
  const context = await browser.newContext({ viewport: { width: 640, height: 360 } });
  windows.wall = await context.newPage();
  await windows.wall.goto(`${product.origin}/screen/`);
  const deviceId = await readScreenId(windows.wall);
  device = await owner.request<Device>('POST', '/devices', { name: 'Kitchen', deviceId, timeZone: 'UTC', orgId });
  album = await member.request<Album>('POST', '/albums', { name: 'Breakfasts', orgId });
  windows.owner = await createSignedInPage(browser, owner);
  windows.member = await createSignedInPage(browser, member);
});
test.afterAll(async () => {
  for (const page of Object.values(windows)) await page.context().close();
});

const tiles = (page: Page) => page.getByRole('list', { name: 'Photos and videos' }).getByRole('button', { name: /^Open / });
const waitUntilShown = async (mediaId: string) =>
  void (await windows.wall.waitForFunction((id) => window.__vitrine?.mediaId === id, mediaId, POLLING));

async function addPhoto(person: ApiPerson, width: number): Promise<string> {
  const { key } = await person.upload(`${width}.jpg`, await aJpeg({ width, height: 200 }));
  const [media] = await person.attach(album._id, [key]);
  await person.waitUntilReady(album._id);
  return media?._id ?? '';
}

test('a member publishes an album to the family’s screen', async () => {
  const first = await addPhoto(member, 300);
  const playlist = await member.request<Playlist>('POST', '/playlists', { name: 'Mornings', orgId });
  await member.request('POST', `/playlists/album/add/${playlist._id}`, { albumArr: [{ albumId: album._id }] });
  const page = windows.member;
  await page.goto(`${product.origin}/main/playlistpreview?playlistId=${playlist._id}&dialog=publish&userId=${member.userId}&open=false`);
  await page
    .getByRole('dialog')
    .getByRole('checkbox', { name: /Kitchen/ })
    .check();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click();
  await waitUntilShown(first);
});

test('shows a photo added by the owner in the member’s open album and on the screen', async () => {
  const page = windows.member;
  await openInApp(page, `${product.origin}/main/media?albumId=${album._id}&userId=${member.userId}&open=false`);
  await expect(tiles(page)).toHaveCount(1);
  const second = await addPhoto(owner, 320);
  await expect(tiles(page)).toHaveCount(2);
  await waitUntilShown(second);
});

test('hides everything from a removed member, while the screen continues to play', async () => {
  const page = windows.member;
  const [photo] = await owner.media(album._id);
  expect((await member.bytes(`/uploads?key=${photo?.mediaFile.key}&width=64`)).status).toBe(200);
  await owner.request('DELETE', `/organizations/${orgId}/members/${member.userId}`);
  expect((await member.bytes(`/uploads?key=${photo?.mediaFile.key}&width=64`)).status).toBe(404);
  expect((await member.call('GET', `/medias/${album._id}`)).status).toBe(404);
  expect((await member.call('GET', `/devices/${device._id}`)).status).toBe(404);
  await expect(page.getByRole('heading', { name: 'My Albums' })).toBeVisible();
  await expect(page.getByText('Breakfasts')).toHaveCount(0);
  await windows.owner.goto(`${product.origin}/main/media?albumId=${album._id}&userId=${owner.userId}&open=false`);
  await expect(tiles(windows.owner)).toHaveCount(2);
  await waitUntilShown((await owner.media(album._id))[0]?._id ?? '');
});
