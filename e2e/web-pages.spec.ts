/** A user puts pages of another site on a screen. */
import { createServer, type Server } from 'node:http';
import { expect, type Page } from '@playwright/test';
import type { Playlist } from '@vitrine/contract';
import { inspect } from './accessibility.ts';
import { ApiPerson } from './api.ts';
import type { Product } from './product.ts';
import { givePlan } from './product-database.ts';
import { test } from './product-test.ts';
import { readScreenId } from './screen-id.ts';
import { createSignedInPage } from './signed-in-page.ts';

/** Tries to replace the screen, to open a window and to reach the page around it. */
const HOSTILE_PAGE = `<h1>Hostile</h1><script>
  const attempts = [() => { top.location = '/stolen'; }, () => { parent.location.reload(); }, () => open('/stolen'), () => { parent.document.title = 'stolen'; }];
  for (const attempt of attempts) try { attempt(); } catch {}
  document.body.append('tried all');
</script>`;

let site: Server;
let siteOrigin: string;
let requested: string[] = [];
let product: Product;
let ana: ApiPerson;
let albumId: string;
let playlist: Playlist;
/** Page with the form. */
let page: Page;
let screen: Page;
const url = (path: string) => `${siteOrigin}/${path}`;

test.describe.configure({ mode: 'serial' });
test.beforeAll(async ({ shared, sitePort, browser }) => {
  site = createServer((request, response) => {
    const path = (request.url ?? '').slice(1);
    requested.push(path);
    response.setHeader('content-type', 'text/html');
    if (path === 'forbidden') response.setHeader('x-frame-options', 'DENY');
    response.end(path === 'hostile' ? HOSTILE_PAGE : '<h1>Departures</h1>');
  });
  await new Promise<void>((resolve) => site.listen(sitePort, '127.0.0.1', resolve));
  siteOrigin = `http://127.0.0.1:${sitePort}`;
  product = shared;
  ana = await ApiPerson.create(product, 'ana@pages.example');
  await givePlan(ana);
  albumId = (await ana.album('Station'))._id;
  page = await createSignedInPage(browser, ana, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  screen = await (await browser.newContext({ viewport: { width: 640, height: 360 } })).newPage();
});
test.afterAll(async () => {
  site.closeAllConnections();
  site.close();
  for (const opened of [page, screen]) await opened?.context().close();
});

const stage = () => screen.locator('#stage');
const pageFrame = () => screen.frameLocator('#stage iframe');
const addPage = (path: string, settings: object = {}) =>
  ana.request('POST', '/widgets', { albumId, name: path, settings: { type: 'web', theme: 'light', address: url(path), ...settings } });
const deleteAll = async () => ana.request('DELETE', `/medias/${albumId}`, { mediaIdArr: (await ana.media(albumId)).map(({ _id }) => _id) });

// Slow, because component tests have the form (`web-page.test.tsx`), and the server's tests the check of a site.
test('the form explains that a site forbids framing, and saves another address', { tag: '@slow' }, async () => {
  const { _id: draftsId } = await ana.album('Drafts');
  const listStates = async () => (await ana.media(draftsId)).map(({ kind, framing }) => [kind, framing]);
  await page.goto(`${product.origin}/main/widget?albumId=${draftsId}`);
  await page.getByRole('link', { name: 'Web page' }).tap();
  await page.getByRole('button', { name: 'Add to album' }).tap();
  await expect(page.getByText('Enter an address.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Address of the page' }).fill(url('forbidden'));
  await expect(page.getByRole('figure', { name: 'Preview' })).toContainText('127.0.0.1');
  await page.getByRole('button', { name: 'Add to album' }).tap();
  await expect(page.getByRole('alert').filter({ hasText: 'This site forbids being shown inside another page.' })).toBeVisible();
  await inspect(page, 'form of a web page');
  await expect.poll(listStates).toEqual([['web', 'forbidden']]);
  await page.goto(`${product.origin}/main/media?albumId=${draftsId}`);
  await expect(page.getByText('This site forbids being shown inside another page.')).toBeVisible();
  await page.goBack();
  await page.getByRole('textbox', { name: 'Address of the page' }).fill(url('departures'));
  await page.getByRole('button', { name: 'Save' }).tap();
  await expect(page).toHaveURL(/main\/media/);
  await expect.poll(listStates).toEqual([['web', 'allowed']]);
});

test('a screen shows the page in a frame with few permissions', async () => {
  await addPage('departures');
  // The card is drawn.
  await ana.waitUntilReady(albumId);
  await screen.goto(`${product.origin}/screen/`);
  const device = await ana.device('Platform', await readScreenId(screen));
  playlist = await ana.playlist('Station', [albumId]);
  await ana.publish(playlist._id, device._id);
  await expect(pageFrame().getByRole('heading', { name: 'Departures' })).toBeVisible();
  const frame = stage().locator('iframe');
  await expect(frame).toHaveAttribute('sandbox', 'allow-scripts allow-same-origin allow-forms');
  await expect(frame).toHaveAttribute('allow', '');
});

test('a page can neither replace the screen nor open windows nor reach the page around it', async () => {
  await deleteAll();
  await addPage('hostile');
  await expect(pageFrame().getByText('tried all')).toBeVisible();
  expect(screen.url()).toBe(`${product.origin}/screen/`);
  expect(screen.context().pages()).toHaveLength(1);
  expect(await screen.title()).not.toBe('stolen');
  expect(requested).not.toContain('stolen');
});

test('while the site is away, the screen shows the next item or the text, without a foreign frame', async () => {
  await addPage('departures', { fallbackText: 'Back soon' });
  await ana.request('POST', '/widgets', {
    albumId,
    name: 'Slide',
    settings: { type: 'slide', theme: 'light', template: 'quote', title: 'Mind the gap' },
  });
  site.closeAllConnections();
  await new Promise<void>((resolve) => void site.close(() => resolve()));
  requested = [];
  await screen.reload();
  await expect(stage()).toContainText('Mind the gap', { timeout: 30_000 });
  await expect(stage()).toContainText('Back soon', { timeout: 30_000 });
  await expect(stage().locator('iframe')).toHaveCount(0);
});
