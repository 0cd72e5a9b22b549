/** Shared albums in two browsers: names, lists, sharing and deletion. */
import { expect, type Page } from '@playwright/test';
import type { Album } from '@vitrine/contract';
import { aJpeg } from '../apps/server/src/testing/media-files.ts';
import { ApiPerson } from './api.ts';
import type { Product } from './product.ts';
import { givePlan } from './product-database.ts';
import { test } from './product-test.ts';
import { openSignedInPage } from './signed-in-page.ts';

let product: Product;
let ana: ApiPerson;
let ben: ApiPerson;
let anaPage: Page;
let benPage: Page;
let album: Album;

test.describe.configure({ mode: 'serial' });
test.beforeAll(async ({ shared, browser }) => {
  product = shared;
  ana = await ApiPerson.create(product, 'ana@albums.example', 'Ana Lima');
  ben = await ApiPerson.create(product, 'ben@albums.example', 'Ben Okoro');
  await givePlan(ana);
  album = await ana.album('Our garden');
  await ana.attach(album._id, [(await ana.upload('rose.jpg', await aJpeg())).key]);
  anaPage = await openSignedInPage(browser, ana, {}, listAlbumNames(ana));
  benPage = await openSignedInPage(browser, ben, {}, listAlbumNames(ben, '&shared=true'));
});
test.afterAll(async () => {
  await anaPage?.context().close();
  await benPage?.context().close();
});

const listAlbumNames = (person: ApiPerson, more = '') => `${product.origin}/main?userId=${person.userId}&open=false${more}`;
const message = (on: Page, text: string | RegExp) => on.getByRole('region', { name: 'Messages' }).getByText(text);
const shareDialog = () => anaPage.getByRole('dialog', { name: /^Share/ });

async function menu(on: Page, name: string, entry: string): Promise<void> {
  await on.getByRole('button', { name: `Actions for ${name}` }).click();
  await on.getByRole('menuitem', { name: entry }).click();
}

async function openShareDialog(): Promise<void> {
  await menu(anaPage, 'Our garden', 'Share');
}

test('suggests an unconnected account only for its exact address, and invites it', async () => {
  await openShareDialog();
  const field = shareDialog().getByLabel('Add people by email');
  const isSearched = (text: string) => anaPage.waitForResponse((response) => response.url().endsWith(`/share/email/search/${text}`));
  const searched = isSearched('ben');
  await field.fill('ben');
  await searched;
  await expect(anaPage.getByRole('option', { name: '@' })).toHaveCount(0);
  await field.fill('ben@albums.example');
  await anaPage.getByRole('option', { name: 'ben@albums.example' }).click();
  await shareDialog().getByLabel('Permission for ben@albums.example').selectOption('write');
  await field.fill('cara@albums.example');
  await field.press('Enter');
  await shareDialog().getByRole('button', { name: 'Share', exact: true }).click();
  await expect(message(anaPage, 'Sharing updated.')).toBeVisible();
  await expect(shareDialog()).toBeHidden();
});

test('an invited user sees the album only after accepting the invitation', async () => {
  await expect(benPage.getByText('No shared album available')).toBeVisible();
  expect((await ben.call('GET', `/medias/${album._id}`)).status).toBe(404);
  await benPage.getByRole('button', { name: /^Notifications/ }).click();
  await benPage.getByRole('button', { name: 'Accept' }).click();
  await expect(message(benPage, 'Invitation accepted.')).toBeVisible();
  await benPage.keyboard.press('Escape');
  await expect(benPage.getByRole('link', { name: 'Our garden' })).toBeVisible();
  await expect(benPage.getByText('from Ana Lima')).toBeVisible();
  await menu(anaPage, 'Our garden', 'View details');
  const details = anaPage.getByRole('complementary', { name: 'Album details' });
  await expect(details.getByText('Ben Okoro')).toBeVisible();
  await expect(details.getByText('Group Member, can edit')).toBeVisible();
  await expect(details).toContainText('Owner');
  await anaPage.goBack();
  await expect(details).toBeHidden();
});

test('a user with edit permission can add and copy media but not move or delete them', async () => {
  await benPage.getByRole('link', { name: 'Our garden' }).click();
  await expect(benPage.getByRole('button', { name: 'Add media' })).toBeVisible();
  await benPage.getByRole('button', { name: 'Open rose' }).hover();
  await benPage.getByRole('checkbox', { name: 'Select rose' }).click();
  const bar = benPage.getByRole('toolbar', { name: 'Selection' });
  await expect(bar.getByRole('button', { name: 'Copy' })).toBeVisible();
  await expect(bar.getByRole('button', { name: 'Move' })).toBeHidden();
  await expect(bar.getByRole('button', { name: 'Delete' })).toBeHidden();
  await benPage.keyboard.press('Escape');
  const { key } = await ben.upload('his.jpg', await aJpeg({ width: 210, height: 160 }));
  await ben.attach(album._id, [key]);
  await expect(benPage.getByRole('button', { name: 'Open his' })).toBeVisible();
});

test('a user with view permission can neither select nor add media', async () => {
  await openShareDialog();
  await shareDialog().getByLabel('Permission for Ben Okoro').selectOption('read');
  await shareDialog().getByRole('button', { name: 'Share', exact: true }).click();
  await expect(message(anaPage, 'Sharing updated.')).toBeVisible();
  await expect(benPage.getByRole('button', { name: 'Add media' })).toBeHidden();
  await expect(benPage.getByRole('button', { name: 'Open rose' })).toBeVisible();
  await expect(benPage.getByRole('checkbox')).toHaveCount(0);
  await benPage.getByRole('button', { name: 'Open rose' }).click();
  await expect(benPage.getByRole('dialog', { name: 'rose' }).getByRole('button', { name: 'Rotate right' })).toBeHidden();
  await benPage.keyboard.press('Escape');
});

test('a revoked share closes the album immediately, also in an open window', async () => {
  const [rose] = await ana.media(album._id);
  const picture = `/uploads?key=${rose?.mediaFile.key}&width=320`;
  expect((await ben.bytes(picture)).status).toBe(200);
  await openShareDialog();
  await shareDialog().getByRole('button', { name: 'Remove Ben Okoro' }).click();
  // The message of an earlier test may still be visible.
  const saved = anaPage.waitForResponse((response) => response.request().method() === 'PUT' && response.url().includes('/albums/share/'));
  await shareDialog().getByRole('button', { name: 'Share', exact: true }).click();
  expect((await saved).ok()).toBe(true);
  expect((await ben.bytes(picture)).status).toBe(404);
  await expect(benPage.getByRole('button', { name: 'Open rose' })).toBeHidden();
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
  const page = await openSignedInPage(browser, cara, {}, listAlbumNames(cara, '&shared=true'));
  await menu(page, 'Our garden', 'Remove');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('No shared album available')).toBeVisible();
  await page.context().close();
});

test('loads albums in pages of twenty-five, sorts them and searches by name', async () => {
  await Promise.all(Array.from({ length: 30 }, (_, index) => ana.album(`Numbered ${String(index).padStart(2, '0')}`)));
  // A small window, so that the second page loads only after scrolling.
  await anaPage.setViewportSize({ width: 900, height: 500 });
  await anaPage.goto(listAlbumNames(ana, '&sort=az'));
  const cards = anaPage.getByRole('list', { name: 'Albums' }).getByRole('listitem');
  await expect(cards).toHaveCount(25);
  await anaPage.mouse.move(450, 300);
  await anaPage.mouse.wheel(0, 20_000);
  await expect(cards).toHaveCount(32);
  await anaPage.setViewportSize({ width: 1440, height: 900 });
  await anaPage.getByRole('searchbox', { name: 'Search albums and media' }).fill('numbered 07');
  await expect(cards).toHaveCount(1);
  await anaPage.getByRole('searchbox', { name: 'Search albums and media' }).fill('rose');
  await expect(anaPage.getByRole('list', { name: 'Photos and videos' }).getByRole('link', { name: 'rose' })).toBeVisible();
});

test('moves a deleted album to the bin and restores it with Undo or from the bin', async () => {
  const status = async () => (await ana.call('GET', `/medias/${album._id}`)).status;
  await anaPage.goto(listAlbumNames(ana));
  const search = anaPage.getByRole('searchbox', { name: 'Search albums and media' });
  const remove = async () => {
    await search.fill('Our garden');
    await expect(anaPage.getByRole('list', { name: 'Albums' }).getByRole('listitem')).toHaveCount(1);
    await menu(anaPage, 'Our garden', 'Delete');
    await anaPage.getByRole('alertdialog', { name: 'Delete “Our garden”?' }).getByRole('button', { name: 'Delete album' }).click();
    await expect(message(anaPage, 'Album deleted.').last()).toBeVisible();
    expect(await status()).toBe(404);
  };
  await remove();
  await anaPage.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(status).toBe(200);
  await remove();
  await anaPage.getByRole('link', { name: 'Trash' }).click();
  await anaPage.getByRole('button', { name: 'Restore Our garden' }).click();
  await expect.poll(status).toBe(200);
});
