/** Accessibility of the upload dock in every state: both themes, phone and desktop sizes. Component tests have its use by keyboard and its announcements (`upload-dock.test.tsx`). */
import { expect, type Page } from '@playwright/test';
import type { Album } from '@vitrine/contract';
import { inspectPart } from './accessibility.ts';
import { ApiPerson } from './api.ts';
import type { Product } from './product.ts';
import { test } from './product-test.ts';
import { createSignedInPage } from './signed-in-page.ts';
import { createLargePhoto, createPhotos, limitUploadRate, selectFiles, uploadDock, uploadRow, writeFiles } from './upload-page.ts';

let product: Product;
let ana: ApiPerson;
let page: Page;
let album: Album;

test.describe.configure({ mode: 'serial' });
test.beforeAll(async ({ shared, browser }) => {
  product = shared;
  ana = await ApiPerson.create(product, 'ana@uploads-dock.example');
  page = await createSignedInPage(browser, ana, { reducedMotion: 'reduce' });
});
test.beforeEach(async () => {
  test.setTimeout(240_000);
  album = await ana.album('Summer');
  await page.goto(`${product.origin}/main/media?userId=${ana.userId}&open=false&albumId=${album._id}`);
  await expect(page.getByRole('heading', { name: 'Summer' })).toBeVisible();
});
test.afterEach(async () => {
  await limitUploadRate(page);
  await page.context().setOffline(false);
});
test.afterAll(() => page?.context().close());

/** Checks accessibility in all themes and sizes, and that the dock is within the window. */
async function inspect(state: string): Promise<void> {
  await inspectPart(page, state, ['section[aria-label="Uploads"]', 'header']);
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 850 });
    const box = await uploadDock(page).boundingBox();
    if (box) expect.soft(box.y, `${state} is within the window at ${width}`).toBeGreaterThan(0);
  }
}

test('the dock is accessible after all uploads have succeeded or failed', { tag: '@slow' }, async () => {
  const long = 'a file name that is too long to fit into one row of the dock on a phone.jpg';
  const set = await createPhotos(['one.jpg', long]);
  const [short = '', longName = ''] = await writeFiles(set);
  const [same = '', fake = ''] = await writeFiles({
    'same.jpg': set['one.jpg'] ?? Buffer.alloc(0),
    'fake.mp4': Buffer.from('not a video'),
  });
  await selectFiles(page, [short, longName]);
  await expect(uploadDock(page).getByText('Done', { exact: true })).toHaveCount(2);
  await inspect('done');
  await selectFiles(page, [same, fake]);
  await expect(uploadRow(page, 'same.jpg')).toContainText('Already in this album');
  await expect(uploadRow(page, 'fake.mp4')).toContainText('Selected file not supported');
  await inspect('duplicate and failed');
});

test('the dock is accessible during 30 uploads: paused, collapsed and offline', { tag: '@slow' }, async () => {
  test.setTimeout(480_000);
  await limitUploadRate(page, 20_000);
  const many = Array.from({ length: 29 }, (_, index) => `photo-${index}.jpg`);
  await selectFiles(page, [
    ...(await writeFiles({ 'large.png': await createLargePhoto(3) })),
    ...(await writeFiles(await createPhotos(many))),
  ]);
  await expect(uploadRow(page, 'large.png')).toContainText(/left$/);
  await inspect('uploading');
  await page.getByRole('button', { name: 'Pause uploads' }).click();
  await inspect('paused');
  await page.getByRole('button', { name: 'Collapse uploads' }).click();
  await expect(uploadDock(page).getByRole('listitem')).toHaveCount(0);
  await page.getByRole('button', { name: 'Expand uploads' }).click();
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Resume uploads' }).click();
  await expect(uploadRow(page, 'large.png')).toContainText('Waiting for connection');
  await inspect('without a network');
});
