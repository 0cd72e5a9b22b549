/** Shared albums in two browsers: names, lists, sharing and deletion. */
import { expect, type Page } from '@playwright/test';
import type { Album } from '@vitrine/contract';
import { aJpeg } from '../apps/server/src/testing/media-files.ts';
import { ApiPerson } from './api.ts';
import { openSignedInPage } from './signed-in-page.ts';
import type { Product } from './product.ts';
import { givePlan } from './product-database.ts';
import { test } from './product-test.ts';

let product: Product;
let ana: ApiPerson;
let ben: ApiPerson;
let hers: Page;
let his: Page;
let album: Album;

test.describe.configure({ mode: 'serial' });
test.beforeAll(async ({ shared, browser }) => {
  product = shared;
  ana = await ApiPerson.create(product, 'ana@albums.example', 'Ana Lima');
  ben = await ApiPerson.create(product, 'ben@albums.example', 'Ben Okoro');
  await givePlan(ana);
  album = await ana.album('Our garden');
  await ana.attach(album._id, [(await ana.upload('rose.jpg', await aJpeg())).key]);
  hers = await openSignedInPage(browser, ana, {}, albumsOf(ana));
  his = await openSignedInPage(browser, ben, {}, albumsOf(ben, '&shared=true'));
});
test.afterAll(async () => {
  await hers?.context().close();
  await his?.context().close();
});

const albumsOf = (person: ApiPerson, more = '') => `${product.origin}/main?userId=${person.userId}&open=false${more}`;
const message = (on: Page, text: string | RegExp) => on.getByRole('region', { name: 'Messages' }).getByText(text);
const shareDialog = () => hers.getByRole('dialog', { name: /^Share/ });

async function menu(on: Page, name: string, entry: string): Promise<void> {
  await on.getByRole('button', { name: `Actions for ${name}` }).click();
  await on.getByRole('menuitem', { name: entry }).click();
}

async function openShareDialog(): Promise<void> {
  await menu(hers, 'Our garden', 'Share');
}

test('suggests an unconnected account only for its exact address, and invites it', async () => {
  await openShareDialog();
  const field = shareDialog().getByLabel('Add people by email');
  const isSearched = (text: string) => hers.waitForResponse((response) => response.url().endsWith(`/share/email/search/${text}`));
  const searched = isSearched('ben');
  await field.fill('ben');
  await searched;
  await expect(hers.getByRole('option', { name: '@' })).toHaveCount(0);
  await field.fill('ben@albums.example');
  await hers.getByRole('option', { name: 'ben@albums.example' }).click();
  await shareDialog().getByLabel('Permission for ben@albums.example').selectOption('write');
  await field.fill('cara@albums.example');
  await field.press('Enter');
  await shareDialog().getByRole('button', { name: 'Share', exact: true }).click();
  await expect(message(hers, 'Sharing updated.')).toBeVisible();
  await expect(shareDialog()).toBeHidden();
});

test('an invited user sees the album only after accepting the invitation', async () => {
  await expect(his.getByText('No shared album available')).toBeVisible();
  expect((await ben.call('GET', `/medias/${album._id}`)).status).toBe(404);
  await his.getByRole('button', { name: /^Notifications/ }).click();
  await his.getByRole('button', { name: 'Accept' }).click();
  await expect(message(his, 'Invitation accepted.')).toBeVisible();
  await his.keyboard.press('Escape');
  await expect(his.getByRole('link', { name: 'Our garden' })).toBeVisible();
  await expect(his.getByText('from Ana Lima')).toBeVisible();
  await menu(hers, 'Our garden', 'View details');
  const details = hers.getByRole('complementary', { name: 'Album details' });
  await expect(details.getByText('Ben Okoro')).toBeVisible();
  await expect(details.getByText('Group Member, can edit')).toBeVisible();
  await expect(details).toContainText('Owner');
  await hers.goBack();
  await expect(details).toBeHidden();
});

test('a user with edit permission can add and copy media but not move or delete them', async () => {
  await his.getByRole('link', { name: 'Our garden' }).click();
  await expect(his.getByRole('button', { name: 'Add media' })).toBeVisible();
  await his.getByRole('button', { name: 'Open rose' }).hover();
  await his.getByRole('checkbox', { name: 'Select rose' }).click();
  const bar = his.getByRole('toolbar', { name: 'Selection' });
  await expect(bar.getByRole('button', { name: 'Copy' })).toBeVisible();
  await expect(bar.getByRole('button', { name: 'Move' })).toBeHidden();
  await expect(bar.getByRole('button', { name: 'Delete' })).toBeHidden();
  await his.keyboard.press('Escape');
  const { key } = await ben.upload('his.jpg', await aJpeg({ width: 210, height: 160 }));
  await ben.attach(album._id, [key]);
  await expect(his.getByRole('button', { name: 'Open his' })).toBeVisible();
});

test('a user with view permission can neither select nor add media', async () => {
  await openShareDialog();
  await shareDialog().getByLabel('Permission for Ben Okoro').selectOption('read');
  await shareDialog().getByRole('button', { name: 'Share', exact: true }).click();
  await expect(message(hers, 'Sharing updated.')).toBeVisible();
  await expect(his.getByRole('button', { name: 'Add media' })).toBeHidden();
  await expect(his.getByRole('button', { name: 'Open rose' })).toBeVisible();
  await expect(his.getByRole('checkbox')).toHaveCount(0);
  await his.getByRole('button', { name: 'Open rose' }).click();
  await expect(his.getByRole('dialog', { name: 'rose' }).getByRole('button', { name: 'Rotate right' })).toBeHidden();
  await his.keyboard.press('Escape');
});

test('a revoked share closes the album immediately, also in an open window', async () => {
  const [rose] = await ana.media(album._id);
  const picture = `/uploads?key=${rose?.mediaFile.key}&width=320`;
  expect((await ben.bytes(picture)).status).toBe(200);
  await openShareDialog();
  await shareDialog().getByRole('button', { name: 'Remove Ben Okoro' }).click();
  // The message of an earlier test may still be visible.
  const saved = hers.waitForResponse((response) => response.request().method() === 'PUT' && response.url().includes('/albums/share/'));
  await shareDialog().getByRole('button', { name: 'Share', exact: true }).click();
  expect((await saved).ok()).toBe(true);
  expect((await ben.bytes(picture)).status).toBe(404);
  await expect(his.getByRole('button', { name: 'Open rose' })).toBeHidden();
});

test('joins a shared album after signing up with the invited address', async ({ browser }) => {
  const mail = (await product.mailTo('cara@albums.example')).replace(/=\r?\n/g, '').replaceAll('=3D', '=');
  expect(mail).toContain('Our garden');
  const stranger = await browser.newPage();
  await stranger.goto(/https?:\/\/\S+\/signup\?email=[^\s"<]+/.exec(mail)?.[0] ?? '');
  await expect(stranger.getByLabel('Email')).toHaveValue('cara@albums.example');
  await stranger.close();
  const cara = await ApiPerson.signUp(product, 'cara@albums.example', 'Cara Novak');
  expect((await cara.request<Album[]>('GET', `/albums/shares/${cara.userId}`)).map(({ name }) => name)).toEqual(['Our garden']);
});

test('a user leaves a shared album', async ({ browser }) => {
  const cara = await ApiPerson.create(product, 'dora@albums.example', 'Dora');
  await ana.request('PUT', `/albums/share/${album._id}`, { emailArr: [{ email: 'dora@albums.example', permission: 'read' }] });
  const [invitation] = await cara.request<{ _id: string; invitationId: string }[]>('GET', `/notifications/${cara.userId}`);
  await cara.request('PUT', `/albums/share/action/${invitation?.invitationId}`, { type: 'accept', notificationId: invitation?._id });
  const page = await openSignedInPage(browser, cara, {}, albumsOf(cara, '&shared=true'));
  await menu(page, 'Our garden', 'Remove');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('No shared album available')).toBeVisible();
  await page.context().close();
});

test('loads albums in pages of twenty-five, sorts them and searches by name', async () => {
  await Promise.all(Array.from({ length: 30 }, (_, index) => ana.album(`Numbered ${String(index).padStart(2, '0')}`)));
  // A small window, so that the second page loads only after scrolling.
  await hers.setViewportSize({ width: 900, height: 500 });
  await hers.goto(albumsOf(ana, '&sort=az'));
  const cards = hers.getByRole('list', { name: 'Albums' }).getByRole('listitem');
  await expect(cards).toHaveCount(25);
  await hers.mouse.move(450, 300);
  await hers.mouse.wheel(0, 20_000);
  await expect(cards).toHaveCount(32);
  await hers.setViewportSize({ width: 1440, height: 900 });
  await hers.getByRole('searchbox', { name: 'Search albums and media' }).fill('numbered 07');
  await expect(cards).toHaveCount(1);
  await hers.getByRole('searchbox', { name: 'Search albums and media' }).fill('rose');
  await expect(hers.getByRole('list', { name: 'Photos and videos' }).getByRole('link', { name: 'rose' })).toBeVisible();
});

test('moves a deleted album to the bin and restores it with Undo or from the bin', async () => {
  const status = async () => (await ana.call('GET', `/medias/${album._id}`)).status;
  await hers.goto(albumsOf(ana));
  const search = hers.getByRole('searchbox', { name: 'Search albums and media' });
  const remove = async () => {
    await search.fill('Our garden');
    await expect(hers.getByRole('list', { name: 'Albums' }).getByRole('listitem')).toHaveCount(1);
    await menu(hers, 'Our garden', 'Delete');
    await hers.getByRole('alertdialog', { name: 'Delete “Our garden”?' }).getByRole('button', { name: 'Delete album' }).click();
    await expect(message(hers, 'Album deleted.').last()).toBeVisible();
    expect(await status()).toBe(404);
  };
  await remove();
  await hers.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(status).toBe(200);
  await remove();
  await hers.getByRole('link', { name: 'Trash' }).click();
  await hers.getByRole('button', { name: 'Restore Our garden' }).click();
  await expect.poll(status).toBe(200);
});
