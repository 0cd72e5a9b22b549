import { expect, type Page } from '@playwright/test';
import { createImage, expectColour, getColour, openScreen, test, waitForItem, waitForState } from './screen-page.ts';
import { makeVideo } from './stage-media.ts';

test('a new screen shows its id and a QR code, and plays the first publish', async ({ context, server }) => {
  const page = await openScreen(context, server);
  await waitForState(page, 'waiting');
  await expect(page.getByText('K12341')).toBeVisible();
  // A phone could not resolve this host name.
  await expect(page.getByText('On this computer, open')).toBeVisible();
  await expect(page.getByRole('img')).toHaveCount(0);
  const wall = await context.newPage();
  const origin = `http://wall.vitrine.test:${new URL(server.origin).port}`;
  await wall.goto(`${origin}/screen/`);
  await expect(wall.getByRole('img', { name: `${origin}/main/device?add=` })).toBeVisible();
  await wall.close();
  server.publish([], { name: 'Kitchen wall' });
  await waitForState(page, 'idle');
  await expect(page.getByText('Kitchen wall')).toBeVisible();
  server.publish([{ id: 'a', files: [await createImage(0)] }]);
  await waitForItem(page, 'a-0');
  await expectColour(page, getColour(0));
});

test('shows the right item after an offline reload and applies changes once the server is back', async ({ context, server }) => {
  const first = await createImage(0, 60_000);
  server.publish([{ id: 'a', files: [first, await makeVideo(getColour(1))] }]);
  const page = await openScreen(context, server);
  await waitForItem(page, 'a-0');
  await server.stop();
  await page.reload();
  await waitForItem(page, 'a-0');
  await expectColour(page, getColour(0));
  await page.close();
  const again = await context.newPage();
  await again.goto(`${server.origin}/screen/`);
  await waitForItem(again, 'a-0');
  await server.start();
  server.publish([{ id: 'b', files: [await createImage(2)], activatedAt: '2026-05-01T00:00:00.000Z' }]);
  await waitForItem(again, 'b-0');
  await expectColour(again, getColour(2));
});

test('registers again when the server does not know the screen', async ({ context, server }) => {
  server.publish([{ id: 'a', files: [await createImage(0)] }]);
  const page = await openScreen(context, server);
  await waitForItem(page, 'a-0');
  server.isRegistered = false;
  server.manifest = { revision: server.manifest.revision, device: null, publishes: [], files: [] };
  await page.reload();
  await waitForState(page, 'waiting');
  await expect(page.getByText('K12342')).toBeVisible();
});

test('keeps its files on a plain-http address', async ({ context, server }) => {
  const files = await Promise.all([createImage(0, 300), makeVideo(getColour(1), 500)]);
  server.publish([{ id: 'a', files }]);
  const page = await context.newPage();
  await page.goto(`http://0.0.0.0:${server.port}/screen/`);
  expect(await page.evaluate(() => isSecureContext)).toBe(false);
  await waitForItem(page, 'a-1');
  // Without its server the page cannot be loaded here, but an open page continues.
  await server.stop();
  await waitForItem(page, 'a-0');
  await waitForItem(page, 'a-1');
  await server.start();
  const before = server.requests.length;
  await page.reload();
  await waitForItem(page, 'a-0');
  await waitForItem(page, 'a-1');
  expect(server.requests.slice(before).filter((request) => request.includes('/files/'))).toEqual([]);
  await flipStoredByte(page, files[0]?.sha256 ?? '');
  await expect.poll(() => server.requests.slice(before).filter((request) => request.includes('/files/')).length).toBe(1);
  await waitForItem(page, 'a-0');
});

/** Changes a byte of a stored file in the database. */
function flipStoredByte(page: Page, sha256: string): Promise<void> {
  return page.evaluate(async (name) => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open('vitrine-screen');
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(new Error('no database'));
    });
    const read = database.transaction('files').objectStore('files').get(name);
    const stored = await new Promise<{ blob: Blob; mimetype: string }>((resolve) => {
      read.onsuccess = () => resolve(read.result);
    });
    const bytes = new Uint8Array(await stored.blob.arrayBuffer());
    bytes[0] = (bytes[0] ?? 0) ^ 1;
    const change = database.transaction('files', 'readwrite');
    change.objectStore('files').put({ ...stored, blob: new Blob([bytes]) }, name);
    await new Promise((resolve) => {
      change.oncomplete = resolve;
    });
    database.close();
  }, sha256);
}
