/** A user makes widgets with live data on a phone and corrects an address. Component tests have the page of the data sources (`sources.test.tsx`). */
import { createServer, type Server } from 'node:http';
import { expect, type Page } from '@playwright/test';
import { inspect, inspectStates } from './accessibility.ts';
import { ApiPerson } from './api.ts';
import { openInApp } from './app-navigation.ts';
import type { Product } from './product.ts';
import { givePlan, openProductDatabase } from './product-database.ts';
import { test } from './product-test.ts';
import { createSignedInPage } from './signed-in-page.ts';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

let product: Product;
let ana: ApiPerson;
let albumId: string;
let page: Page;
let site: Server;
let feedAddress: string;
let headline = 'New tram line opens';

const feed = () =>
  `<rss version="2.0"><channel><title>City news</title><item><title>${headline}</title><description>Every six minutes.</description></item></channel></rss>`;

test.describe.configure({ mode: 'serial' });
test.beforeAll(async ({ shared, sitePort, browser }) => {
  site = createServer((request, response) => {
    if (request.url === '/feed.xml') response.setHeader('content-type', 'application/rss+xml').end(feed());
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => site.listen(sitePort, '127.0.0.1', resolve));
  feedAddress = `http://127.0.0.1:${sitePort}/feed.xml`;
  product = shared;
  ana = await ApiPerson.create(product, 'ana@data-sources.example');
  await givePlan(ana);
  albumId = (await ana.album('Lobby'))._id;
  page = await createSignedInPage(browser, ana, PHONE);
});
test.afterAll(async () => {
  site.closeAllConnections();
  site.close();
  await page?.context().close();
});

const preview = () => page.getByRole('figure', { name: 'Preview' });

test('the page without data sources and the forms of all kinds are accessible', async () => {
  const openForm = async (template: string, button: string) => {
    await openInApp(page, `${product.origin}/main/widget?template=${template}`);
    await page.getByText(button, { exact: true }).click();
  };
  await inspectStates(page, {
    'page without data sources': async () => {
      await openInApp(page, `${product.origin}/main/sources`);
      await expect(page.getByRole('heading', { name: 'No data sources yet' })).toBeVisible();
    },
    'form of a widget with live data, agenda': () => openForm('agenda', 'Where do I find the address?'),
    'form of a widget with live data, weather': () => openForm('weather', 'Celsius'),
    'form of a widget with live data, dataTable': () => openForm('dataTable', 'JSON'),
  });
});

test('headlines are added on a phone after a wrong address was corrected', async () => {
  await page.setViewportSize(PHONE.viewport);
  await openInApp(page, `${product.origin}/main/widget?albumId=${albumId}`);
  await page.getByRole('link', { name: 'Headlines' }).tap();
  await expect(preview()).toContainText('City news');
  await inspect(page, 'form of a widget with live data');
  await page.getByRole('textbox', { name: 'Address of the feed' }).fill(feedAddress.replace('feed', 'missing'));
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('City news');
  await page.getByRole('button', { name: 'Get data' }).tap();
  await expect(page.getByText('The site has no page at this address. Check the address.')).toBeVisible();
  await inspect(page, 'form of a widget whose data is failing');
  await page.getByRole('button', { name: 'Correct the address' }).tap();
  await page.getByRole('textbox', { name: 'Address of the feed' }).fill(feedAddress);
  await page.getByRole('button', { name: 'Save and fetch' }).tap();
  await expect(preview()).toContainText('New tram line opens');
  await expect(page.getByText('Current as of')).toBeVisible();
  await page.getByRole('button', { name: 'Add to album' }).tap();
  await expect(page).toHaveURL(new RegExp(albumId));
  await ana.waitUntilReady(albumId);
  expect((await ana.media(albumId)).map(({ kind }) => kind)).toEqual(['widget']);
});

test('the preview of the album and of a playlist draw the data', async () => {
  await openInApp(page, `${product.origin}/main/media?albumId=${albumId}&mediaIndex=0`);
  await expect(page.getByRole('figure', { name: 'City news' })).toContainText('New tram line opens');
  const playlist = await ana.playlist('Lobby', [albumId]);
  await openInApp(page, `${product.origin}/main/playlistpreview?playlistId=${playlist._id}`);
  await expect(page.getByText('Every six minutes.')).toBeVisible();
});

test('the page of data sources and its dialog are accessible', async () => {
  const openSources = async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    // The open page has the list without the source.
    await page.goto(`${product.origin}/main/sources`);
    await expect(page.getByText('Headlines · Used by 1 widget')).toBeVisible();
  };
  await inspectStates(page, {
    'data sources': openSources,
    'dialog that adds a data source': async () => {
      await openSources();
      await page.getByRole('button', { name: 'Add data source' }).press('Enter');
      await expect(page.getByRole('textbox', { name: 'Address of the feed' })).toBeFocused();
    },
  });
});

test('a change of the data appears on the open form without a reload', async () => {
  const [widget] = await ana.media(albumId);
  await openInApp(page, `${product.origin}/main/widget?mediaId=${widget?._id}`);
  await expect(preview()).toContainText('New tram line opens');
  headline = 'Library open until ten';
  // The button would refuse a second request within half a minute.
  const { db, close } = await openProductDatabase(product);
  await db.updateTable('sources').set({ next_fetch_at: new Date() }).execute();
  await close();
  await expect(preview()).toContainText('Library open until ten');
});
