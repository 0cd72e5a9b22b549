/** A screen shows a widget with the headlines of a site and follows the site. `data-sources.spec.ts` has the form. */
import { createServer, type Server } from 'node:http';
import { expect, type Page } from '@playwright/test';
import type { Source } from '@vitrine/contract/sources';
import { ApiPerson } from './api.ts';
import type { Product } from './product.ts';
import { givePlan, openProductDatabase } from './product-database.ts';
import { test } from './product-test.ts';
import { readScreenId } from './screen-id.ts';
import { until } from './until.ts';

let site: Server;
let headline = 'Bridge opened';
let address: string;
let product: Product;
let ana: ApiPerson;
let albumId: string;
let screen: Page;

test.describe.configure({ mode: 'serial' });
test.beforeAll(async ({ shared, sitePort, browser }) => {
  site = createServer((_request, response) =>
    response.end(`<rss version="2.0"><channel><title>Town news</title><item><title>${headline}</title></item></channel></rss>`),
  );
  await new Promise<void>((resolve) => site.listen(sitePort, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${sitePort}/feed.xml`;
  product = shared;
  ana = await ApiPerson.create(product, 'ana@sources.example');
  await givePlan(ana);
  albumId = (await ana.album('Lobby'))._id;
  screen = await (await browser.newContext({ viewport: { width: 640, height: 360 } })).newPage();
});
test.afterAll(async () => {
  site.closeAllConnections();
  site.close();
  await screen?.context().close();
});

const stage = () => screen.locator('#stage');
const listSources = async () => (await ana.request<{ sources: Source[] }>('GET', '/sources')).sources;

/** Lets the server fetch the source again now, although it was fetched a moment ago. */
async function makeDue(): Promise<void> {
  const { db, close } = await openProductDatabase(product);
  await db.updateTable('sources').set({ next_fetch_at: new Date() }).execute();
  await close();
}

test('a screen shows the headlines of a widget and follows the site', async () => {
  const feed = { name: 'Town', settings: { kind: 'feed' }, address, intervalMinutes: 15 };
  const { _id: sourceId } = await ana.request<Source>('POST', '/sources', feed);
  await until('the feed is fetched', async () => (await listSources())[0]?.state === 'current');
  const settings = { type: 'headlines', theme: 'light', sourceId, title: '', showSummaries: true };
  await ana.request('POST', '/widgets', { albumId, name: 'Town', settings });
  await ana.waitUntilReady(albumId);
  await screen.goto(`${product.origin}/screen/`);
  const device = await ana.device('Lobby', await readScreenId(screen));
  const playlist = await ana.playlist('Lobby', [albumId]);
  await ana.publish(playlist._id, device._id);
  await expect(stage()).toContainText('Bridge opened');
  headline = 'Ferry is back';
  await makeDue();
  await expect(stage()).toContainText('Ferry is back');
  await expect(stage()).not.toContainText('Bridge opened');
});

test('the screen keeps the headlines without a network, also after it was started again', async () => {
  await screen.context().setOffline(true);
  await screen.reload();
  await expect(stage()).toContainText('Ferry is back');
  await expect(stage()).not.toContainText('as of');
  await screen.context().setOffline(false);
});

test('the screen shows the age of data that could not be updated for hours', async () => {
  site.closeAllConnections();
  await new Promise<void>((resolve) => void site.close(() => resolve()));
  await makeDue();
  await expect.poll(async () => (await listSources())[0]?.state).toBe('failing');
  const { db, close } = await openProductDatabase(product);
  // Failing for three hours. The next failure sends nothing, so the screen requests its manifest when it starts.
  await db
    .updateTable('sources')
    .set({ failing_since: new Date(Date.now() - 3 * 3_600_000) })
    .execute();
  await db
    .updateTable('screens')
    .set(({ eb }) => ({ revision: eb('revision', '+', 1) }))
    .execute();
  await close();
  await screen.reload();
  await expect(stage()).toContainText('as of');
  await expect(stage()).toContainText('Ferry is back');
});
