/** Onboarding of a new user on a desktop and a phone: from the first page to photos on a screen. */
import { type Browser, expect, type Locator, type Page } from '@playwright/test';
import type { Album, Playlist, User } from '@vitrine/contract';
import type {} from '../apps/screen/src/debug-state.ts';
import { aJpeg } from '../apps/server/src/testing/media-files.ts';
import { inspect } from './accessibility.ts';
import { ApiPerson } from './api.ts';
import { createFamily } from './families.ts';
import { POLLING } from './polling.ts';
import type { Product } from './product.ts';
import { givePlan } from './product-database.ts';
import { test } from './product-test.ts';
import { openSignedInPage } from './signed-in-page.ts';
import { createPhotos, dropFromOutside, writeFiles } from './upload-page.ts';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

let product: Product;
let page: Page;
let count = 0;

test.beforeAll(({ shared }) => {
  product = shared;
});
test.afterEach(async () => {
  await page?.context().close();
});

async function createNewUser(name = 'Nora Newcomer'): Promise<ApiPerson> {
  const person = await ApiPerson.create(product, `nora${++count}@welcome.example`, name, true);
  await givePlan(person);
  return person;
}

const onboarding = (of: Page = page): Locator => of.getByRole('region', { name: /^Welcome/ });
const step = (title: string, of: Page = page): Locator =>
  onboarding(of)
    .getByRole('listitem')
    .filter({ has: of.getByRole('heading', { name: title }) });
const doneStep = (title: string, of: Page = page): Locator =>
  onboarding(of)
    .getByRole('listitem')
    .filter({ has: of.getByRole('heading', { name: new RegExp(`^${title}.*done$`) }) });
const endingStep = (of: Page = page): Locator => of.getByRole('region', { name: 'Your photos are on the screen' });
const isNewcomer = async (person: ApiPerson) => (await person.request<User>('GET', `/users/${person.userId}`)).isNewcomer;

/** A screen plays photos once they are processed, which takes long while other tests use the processors. */
async function waitForPhotos(person: ApiPerson): Promise<void> {
  const albums = await person.request<Album[]>('GET', `/albums/${person.userId}`);
  const filled = albums.filter(({ imageCount }) => imageCount > 0);
  await Promise.all(filled.map(({ _id }) => person.waitUntilReady(_id)));
}

async function openScreen(browser: Browser): Promise<{ screen: Page; id: string }> {
  const context = await browser.newContext({ viewport: { width: 640, height: 360 } });
  const screen = await context.newPage();
  await screen.goto(`${product.origin}/screen/`);
  const id = screen.getByText(/^[A-Z]\d{5}$/);
  await expect(id).toBeVisible();
  return { screen, id: (await id.textContent()) ?? '' };
}

test('creates an album from dropped photos, adds a screen by its id and publishes with one click', async ({ browser }) => {
  test.setTimeout(180_000);
  const nora = await createNewUser();
  page = await openSignedInPage(browser, nora);
  await expect(onboarding()).toContainText('Welcome, Nora');
  await expect(step('Add photos')).toContainText('An album can hold 5 GB more.');
  await inspect(page, 'the welcome');
  await page.setViewportSize({ width: 1440, height: 900 });

  const files = await writeFiles({ ...(await createPhotos(['one.jpg', 'two.jpg'])), 'notes.txt': Buffer.from('no photo') });
  await dropFromOutside(page, files);
  await expect(step('Add photos')).toContainText('2 photos in First photos.');
  await expect(page.getByRole('list', { name: 'Albums' })).toContainText('First photos');

  // Another browser of the same user continues from the same step and shows later steps live.
  const other = await openSignedInPage(browser, nora, PHONE);
  await expect(doneStep('Add photos', other)).toBeVisible();

  const { screen, id } = await openScreen(browser);
  await step('Open a screen').getByLabel('Device ID').fill('x1');
  await page.keyboard.press('Enter');
  await expect(step('Open a screen').getByRole('alert')).toHaveText('First letter capital followed by number!');
  await step('Open a screen').getByLabel('Device ID').fill(id.toLowerCase());
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Publish' })).toBeFocused();
  await expect(step('Open a screen', other)).toContainText('My screen');
  await page.reload();
  await expect(doneStep('Open a screen')).toContainText('My screen');

  await waitForPhotos(nora);
  await step('Publish').getByRole('button', { name: 'Publish' }).click();
  await expect(endingStep()).toContainText('My screen is showing “First photos”.');
  await expect(endingStep(other)).toBeVisible();
  await screen.waitForFunction(() => window.__vitrine?.state === 'playing', undefined, POLLING);
  await inspect(page, 'the end of the welcome');
  await expect.poll(() => isNewcomer(nora)).toBe(false);
  await endingStep().getByRole('button', { name: 'Done' }).click();
  await expect(endingStep()).toBeHidden();
  await page.reload();
  await expect(page.getByRole('list', { name: 'Albums' })).toContainText('First photos');
  await expect(page.getByRole('region', { name: /^W|^Your photos are on/ })).toHaveCount(0);
  await other.context().close();
  await screen.context().close();
});

test('a new user on a phone publishes to a screen in the same browser without typing', { tag: '@slow' }, async ({ browser }) => {
  test.setTimeout(180_000);
  const nora = await createNewUser();
  page = await openSignedInPage(browser, nora, { ...PHONE, reducedMotion: 'reduce' });
  const chooser = page.waitForEvent('filechooser');
  await step('Add photos').getByRole('button', { name: 'Choose photos' }).tap();
  await (await chooser).setFiles(await writeFiles(await createPhotos(['phone.jpg'])));
  await expect(doneStep('Add photos')).toContainText('1 photo in First photos.');
  // The page reports the upload, so the dock must not cover the next step.
  await expect(page.getByRole('button', { name: 'Expand uploads' })).toBeVisible();

  const opened = page.waitForEvent('popup');
  await step('Open a screen').getByRole('link', { name: 'Open a screen in this browser' }).tap();
  const screen = await opened;
  await expect(screen.getByText(/^[A-Z]\d{5}$/)).toBeVisible();
  await step('Open a screen')
    .getByRole('button', { name: /^Add device [A-Z]\d{5}$/ })
    .tap();
  await expect(doneStep('Open a screen')).toContainText('My screen');
  await step('Publish').getByRole('button', { name: 'Publish' }).tap();
  await expect(endingStep()).toBeVisible();
  // Nothing moves with reduced motion.
  await expect(endingStep().locator('[aria-hidden="true"] span').first()).toBeHidden();
});

/**
 * Delays the second response about a user, requested when the live link opens. It has the state at the time of the request and is released delayed. The server
 * receives changes to onboarding only after that.
 */
async function delayResponse(userId: string) {
  const [requested, released, arrived] = [Promise.withResolvers<void>(), Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let times = 0;
  await page.route(
    (url) => url.pathname === `/api/users/${userId}`,
    async (route) => {
      times += 1;
      if (times !== 2) return route.continue();
      const response = await route.fetch();
      requested.resolve();
      await released.promise;
      await route.fulfill({ response });
      arrived.resolve();
    },
  );
  await page.route(`**/api/users/welcome/${userId}`, async (route) => {
    await arrived.promise;
    await route.continue();
  });
  return {
    requested: requested.promise,
    async release() {
      released.resolve();
      await arrived.promise;
      // The page has applied the response.
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
    },
  };
}

test('closes the onboarding on all devices by keyboard and restores it with Undo', { tag: '@slow' }, async ({ browser }) => {
  const nora = await createNewUser();
  page = await openSignedInPage(browser, nora);
  const delayed = await delayResponse(nora.userId);
  await page.reload();
  await delayed.requested;
  await onboarding().getByRole('button', { name: 'Close setup guide' }).press('Enter');
  await expect(onboarding()).toBeHidden();
  await delayed.release();
  await expect(onboarding()).toBeHidden();
  await page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Undo' }).press('Enter');
  await expect(onboarding()).toBeVisible();
  await onboarding().getByRole('button', { name: 'Close setup guide' }).press('Enter');
  await expect.poll(() => isNewcomer(nora)).toBe(false);
  await page.reload();
  await expect(page.getByRole('list', { name: 'Albums' })).toBeVisible();
  await expect(onboarding()).toBeHidden();
});

test('an existing account does not load the onboarding script', { tag: '@slow' }, async ({ browser }) => {
  const loadsOnboarding = async (person: ApiPerson, hasIt: boolean): Promise<boolean> => {
    const scripts = new Set<string>();
    page = await openSignedInPage(browser, person);
    page.on('response', (response) => {
      if (/\/assets\/.*\.js$/.test(response.url())) scripts.add(response.url());
    });
    await page.goto(`${product.origin}/main?userId=${person.userId}`, { waitUntil: 'networkidle' });
    // On a busy machine, the network can be idle before the account was loaded.
    await expect(hasIt ? onboarding() : page.getByRole('list', { name: 'Albums' })).toBeVisible();
    const texts = await Promise.all([...scripts].map(async (url) => (await fetch(url)).text()));
    return texts.some((text) => text.includes('Put your photos on a screen in three steps'));
  };
  expect(await loadsOnboarding(await createNewUser(), true)).toBe(true);
  await page.context().close();
  expect(await loadsOnboarding(await ApiPerson.create(product, 'olga@welcome.example'), false)).toBe(false);
});

test('a new user finds the shared album and publishes it', { tag: '@slow' }, async ({ browser }) => {
  const [nora, ben] = [await createNewUser(), await ApiPerson.create(product, 'ben@welcome.example', 'Ben Okoro')];
  await givePlan(ben);
  const album = await ben.album('Summer');
  await ben.attach(album._id, [(await ben.upload('one.jpg', await aJpeg())).key]);
  await ben.request('PUT', `/albums/share/${album._id}`, { emailArr: [{ email: nora.email, permission: 'read' }] });
  page = await openSignedInPage(browser, nora);
  await expect(onboarding()).toContainText('Ben Okoro');
  await onboarding().getByRole('link', { name: 'View invitations' }).click();
  await page.getByRole('main').getByRole('button', { name: 'Accept' }).click();
  await expect.poll(async () => (await nora.request<Album[]>('GET', `/albums/shares/${nora.userId}`)).length).toBe(1);
  await page.goBack();
  await expect(doneStep('Add photos')).toContainText('1 photo in Summer.');
  const { screen, id } = await openScreen(browser);
  await nora.device('Hall', id);
  await step('Publish').getByRole('button', { name: 'Publish' }).click();
  await expect(endingStep()).toContainText('Hall shows “Summer”.');
  await screen.context().close();
});

test('a new member of a family with active screens sees them and has nothing to set up', { tag: '@slow' }, async ({ browser }) => {
  const [nora, clara] = [await createNewUser(), await ApiPerson.create(product, 'clara@welcome.example', 'Clara Dias')];
  const orgId = await createFamily('Dias', clara, [nora]);
  const album = await clara.request<Album>('POST', '/albums', { name: 'Home', orgId });
  await clara.attach(album._id, [(await clara.upload('one.jpg', await aJpeg())).key]);
  const playlist = await clara.request<Playlist>('POST', '/playlists', { name: 'Evenings', orgId });
  await clara.request('POST', `/playlists/album/add/${playlist._id}`, { albumArr: [{ albumId: album._id }] });
  const { screen, id } = await openScreen(browser);
  const device = await clara.request<{ _id: string }>('POST', '/devices', { name: 'Kitchen', deviceId: id, timeZone: 'UTC', orgId });
  await clara.publish(playlist._id, device._id);
  await screen.waitForFunction(() => window.__vitrine?.state === 'playing', undefined, POLLING);
  page = await openSignedInPage(browser, nora);
  const joined = page.getByRole('region', { name: 'Your family’s screens are ready' });
  // After a password sign-in, a member works in the mode of the family.
  await page.evaluate(() => localStorage.setItem('accountType', 'family'));
  await page.reload();
  await expect(joined).toContainText('Kitchen');
  await inspect(page, 'the welcome of a family’s member');
  await joined.getByRole('button', { name: 'Got it' }).click();
  await expect(joined).toBeHidden();
  await expect.poll(() => isNewcomer(nora)).toBe(false);
  await screen.context().close();
});
