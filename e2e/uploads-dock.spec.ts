/** Accessibility of the upload dock in every state: both themes, phone and desktop sizes, keyboard only, and screen reader announcements. */
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

test('the dock can be used with the keyboard only and never loses the focus', async () => {
  const button = page.getByRole('button', { name: 'Upload media' });
  const chooser = page.waitForEvent('filechooser');
  await button.press('Enter');
  await limitUploadRate(page, 20_000);
  await (await chooser).setFiles(
    await writeFiles({ 'fake.mp4': Buffer.from('not a video'), 'a.png': await createLargePhoto(1), 'b.png': await createLargePhoto(1) }),
  );
  await expect(uploadRow(page, 'fake.mp4')).toContainText('Selected file not supported');
  const press = async (name: string) => {
    await uploadDock(page).getByRole('button', { name, exact: true }).focus();
    await page.keyboard.press('Enter');
  };
  const focused = (name: string) => expect(uploadDock(page).getByRole('button', { name, exact: true })).toBeFocused();
  await press('Retry fake.mp4');
  await focused('Cancel fake.mp4');
  await expect(uploadDock(page).getByRole('button', { name: 'Retry all' })).toBeVisible();
  await press('Retry all');
  await focused('Collapse uploads');
  await press('Pause uploads');
  await focused('Resume uploads');
  await press('Cancel fake.mp4');
  await focused('Cancel a.png');
  await page.keyboard.press('Tab');
  await focused('Cancel b.png');
  await page.keyboard.press('Enter');
  await focused('Cancel a.png');
  await page.keyboard.press('Enter');
  await expect(uploadDock(page)).toBeHidden();
  await expect(page.getByRole('main')).toBeFocused();
});

test('announces the start, failures and the end of uploads, but not their progress', async () => {
  // The list's live region disappears once the list is loaded; the dock's remains.
  await expect(page.locator('#root output').filter({ hasText: 'Loading' })).toHaveCount(0);
  await page.evaluate(() => {
    const announcements: string[] = [];
    const output = document.querySelector('#root output');
    if (!output) throw new Error('The page has no live region.');
    new MutationObserver(() => announcements.push(output.textContent ?? '')).observe(output, {
      childList: true,
      characterData: true,
      subtree: true,
    });
    Object.assign(window, { announcements });
  });
  await limitUploadRate(page, 300_000);
  const names = Array.from({ length: 8 }, (_, index) => `photo-${index}.jpg`);
  const paths = await writeFiles({
    ...(await createPhotos(names)),
    'large.png': await createLargePhoto(1),
    'fake.mp4': Buffer.from('not a video'),
  });
  await selectFiles(page, paths);
  await expect(uploadDock(page).getByText('1 file failed', { exact: true })).toBeVisible({ timeout: 60_000 });
  const announcements = await page.evaluate(() => (window as unknown as { announcements: string[] }).announcements);
  expect(announcements[0]).toBe('Uploading.');
  expect(announcements.at(-1)).toBe('1 file failed.');
  expect(announcements.length).toBeLessThanOrEqual(3);
  await uploadDock(page).getByRole('button', { name: 'Close uploads' }).click();
  await expect(page.getByRole('main')).toBeFocused();
});
