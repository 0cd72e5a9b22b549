/** Shared albums in two browsers. Component tests have the dialogs, the search and the pages of each permission (`album-pages.test.tsx`). */
import { expect, type Page } from '@playwright/test';
import type { Album } from '@vitrine/contract';
import { aJpeg } from '../apps/server/src/testing/media-files.ts';
import { ApiPerson } from './api.ts';
import { openInApp } from './app-navigation.ts';
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

/** Saves the open dialog. The message of an earlier change may still be visible. */
async function saveSharing(): Promise<void> {
  const saved = anaPage.waitForResponse((response) => response.request().method() === 'PUT' && response.url().includes('/albums/share'));
  await shareDialog().getByRole('button', { name: 'Share', exact: true }).click();
  expect((await saved).ok()).toBe(true);
  await expect(shareDialog()).toBeHidden();
}

test('shares an album with an account and an unknown address, each of which sees it only after accepting', async ({ browser }) => {
  await openShareDialog();
  const field = shareDialog().getByLabel('Add people by email');
  await field.fill('ben@albums.example');
  await anaPage.getByRole('option', { name: 'ben@albums.example' }).click();
  await shareDialog().getByLabel('Permission for ben@albums.example').selectOption('write');
  await field.fill('cara@albums.example');
  await field.press('Enter');
  await shareDialog().getByRole('button', { name: 'Share', exact: true }).click();
  await expect(message(anaPage, 'Sharing updated.')).toBeVisible();
  await expect(benPage.getByText('No shared album available')).toBeVisible();
  expect((await ben.call('GET', `/medias/${album._id}`)).status).toBe(404);
  await benPage.getByRole('button', { name: /^Notifications/ }).click();
  await benPage.getByRole('button', { name: 'Accept' }).click();
  await expect(message(benPage, 'Invitation accepted.')).toBeVisible();
  await benPage.keyboard.press('Escape');
  await expect(benPage.getByRole('link', { name: 'Our garden' })).toBeVisible();
  await expect(benPage.getByText('from Ana Lima')).toBeVisible();

  const mail = (await product.mailTo('cara@albums.example')).replace(/=\r?\n/g, '').replaceAll('=3D', '=');
  expect(mail).toContain('Our garden');
  const stranger = await browser.newPage();
  await stranger.goto(/https?:\/\/\S+\/signup\?email=[^\s"<]+/.exec(mail)?.[0] ?? '');
  await expect(stranger.getByLabel('Email')).toHaveValue('cara@albums.example');
  await stranger.close();
  const cara = await ApiPerson.signUp(product, 'cara@albums.example', 'Cara Novak');
  expect((await cara.request<Album[]>('GET', `/albums/shares/${cara.userId}`)).map(({ name }) => name)).toEqual(['Our garden']);
});

test('an open window follows the permission to edit, to view and the end of the share', async () => {
  await benPage.getByRole('link', { name: 'Our garden' }).click();
  await expect(benPage.getByRole('button', { name: 'Add media' })).toBeVisible();
  await benPage.getByRole('button', { name: 'Open rose' }).hover();
  await benPage.getByRole('checkbox', { name: 'Select rose' }).click();
  const bar = benPage.getByRole('toolbar', { name: 'Selection' });
  await expect(bar.getByRole('button', { name: 'Copy' })).toBeVisible();
  for (const name of ['Move', 'Delete']) await expect(bar.getByRole('button', { name })).toBeHidden();
  await benPage.keyboard.press('Escape');
  const { key } = await ben.upload('his.jpg', await aJpeg({ width: 210, height: 160 }));
  await ben.attach(album._id, [key]);
  await expect(benPage.getByRole('button', { name: 'Open his' })).toBeVisible();

  await openShareDialog();
  await shareDialog().getByLabel('Permission for Ben Okoro').selectOption('read');
  await saveSharing();
  await expect(benPage.getByRole('button', { name: 'Add media' })).toBeHidden();
  await expect(benPage.getByRole('button', { name: 'Open rose' })).toBeVisible();
  await expect(benPage.getByRole('checkbox')).toHaveCount(0);

  const [rose] = await ana.media(album._id);
  const picture = `/uploads?key=${rose?.mediaFile.key}&width=320`;
  expect((await ben.bytes(picture)).status).toBe(200);
  await openShareDialog();
  await shareDialog().getByRole('button', { name: 'Remove Ben Okoro' }).click();
  await saveSharing();
  expect((await ben.bytes(picture)).status).toBe(404);
  await expect(benPage.getByRole('button', { name: 'Open rose' })).toBeHidden();
});

test('loads albums in pages of twenty-five, and restores a deleted album from the bin', async () => {
  await Promise.all(Array.from({ length: 30 }, (_, index) => ana.album(`Numbered ${String(index).padStart(2, '0')}`)));
  // A small window, so that the second page loads only after scrolling.
  await anaPage.setViewportSize({ width: 900, height: 500 });
  await openInApp(anaPage, listAlbumNames(ana, '&sort=az'));
  const cards = anaPage.getByRole('list', { name: 'Albums' }).getByRole('listitem');
  await expect(cards).toHaveCount(25);
  await anaPage.mouse.move(450, 300);
  await anaPage.mouse.wheel(0, 20_000);
  await expect(cards).toHaveCount(32);
  await anaPage.setViewportSize({ width: 1440, height: 900 });
  const status = async () => (await ana.call('GET', `/medias/${album._id}`)).status;
  await menu(anaPage, 'Our garden', 'Delete');
  await anaPage.getByRole('alertdialog', { name: 'Delete “Our garden”?' }).getByRole('button', { name: 'Delete album' }).click();
  await expect(message(anaPage, 'Album deleted.')).toBeVisible();
  expect(await status()).toBe(404);
  await anaPage.getByRole('link', { name: 'Trash' }).click();
  await anaPage.getByRole('button', { name: 'Restore Our garden' }).click();
  await expect.poll(status).toBe(200);
});
