/**
 * The error catalogue of the specification (1 §8), row by row, as somebody at the screen meets it; `error-catalogue-sign-in.spec.ts`
 * has what can go wrong on the way in. The server refuses for real wherever it can be brought to; where it cannot, `refuse` answers
 * in its place.
 */
import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import type { DatabaseHandle } from '../apps/server/src/platform/database/database.ts';
import { newId } from '../apps/server/src/platform/ids.ts';
import { aPng } from '../apps/server/src/testing/media-files.ts';
import { ApiPerson } from './api.ts';
import { Product } from './product.ts';
import { openProductDatabase, readCaptcha } from './product-database.ts';
import { enterAs, errorToast, REFUSAL, refuse, submitSignIn, successToast } from './refusals.ts';

const TOAST_MS = 7000;

let product: Product;
let database: DatabaseHandle;
let person: ApiPerson;

test.beforeAll(async () => {
  product = await Product.start();
  database = await openProductDatabase(product);
  person = await ApiPerson.create(product, 'ana@example.com');
});
test.afterAll(async () => {
  await database?.close();
  await product?.remove();
});

const set = (email: string, values: { role?: string; privacy_accepted_at?: null }) =>
  database.db.updateTable('users').set(values).where('email', '=', email).execute();

const enter = (page: Page, address: string, who = person) => enterAs(who, product, page, address);

test.describe('the contact form', () => {
  const fill = async (page: Page, captcha: (id: string) => Promise<string>) => {
    const drawn = page.waitForResponse('**/api/contacts/captcha');
    await page.goto(`${product.origin}/connect`);
    const { result } = (await (await drawn).json()) as { result: { captchaId: string } };
    await expect(page.getByAltText('Characters to type below')).toBeVisible();
    const typed = {
      Name: 'Ada',
      Email: 'ada@example.com',
      'Phone number': '5551234567',
      Message: 'Do you deliver frames?',
      'Characters in the picture': await captcha(result.captchaId),
    };
    for (const [field, text] of Object.entries(typed)) await page.getByLabel(field, { exact: true }).fill(text);
    await page.getByRole('button', { name: 'Send message' }).click();
  };

  test('a wrong answer says Captcha does not match', async ({ page }) => {
    await fill(page, async () => '??');
    await expect(page.getByLabel('Characters in the picture')).toHaveAccessibleDescription('Captcha does not match');
  });

  test('a right one sends the message, which is kept, and says so in a success toast', async ({ page }) => {
    await fill(page, (captchaId) => readCaptcha(product, database, captchaId));
    await expect(successToast(page)).toHaveText('Thank you. Your message has reached us.');
    await expect(page.getByLabel('Message', { exact: true })).toHaveValue('');
    const rows = await database.db.selectFrom('contact_messages').select(['name', 'email', 'message_text']).execute();
    expect(rows).toEqual([{ name: 'Ada', email: 'ada@example.com', message_text: 'Do you deliver frames?' }]);
  });

  test('any other error shows what the server says, in an error toast', async ({ page }) => {
    await refuse(page, '**/api/contacts');
    await fill(page, async () => '??');
    await expect(errorToast(page)).toHaveText(REFUSAL);
  });
});

test.describe('the profile', () => {
  test('a name that may not be edited says You are not authorized to edit user name', async ({ page }) => {
    const support = await ApiPerson.create(product, 'support@example.com', 'Sam Support');
    await set(support.email, { role: 'support' });
    await page.goto(`${product.origin}/login`);
    await submitSignIn(page, support.email);
    await expect(page).toHaveURL(/\/admin\//);
    await page.goto(`${product.origin}/main/profile?userId=${person.userId}&dialog=edit`);
    await page.getByRole('button', { name: 'View account' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Somebody Else');
    await page.getByLabel('Phone', { exact: true }).fill('2125550199');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('alert')).toHaveText('You are not authorized to edit user name');
  });

  test('a photo that is none, and one that is too large, are refused in words', async ({ page }) => {
    await enter(page, '/main/profile?dialog=edit');
    const photo = page.getByRole('group', { name: 'Photo' });
    for (const [mimeType, size, message] of [
      ['image/gif', 10, 'Selected file not supported'],
      ['image/png', 800_000, 'File size should be less than 800KB'],
    ] as const) {
      await page.locator('input[type=file]').setInputFiles({ name: 'me', mimeType, buffer: Buffer.alloc(size) });
      await expect(photo).toHaveAccessibleDescription(message);
    }
    // By its name a picture, by its content none: what the server finds is said as well.
    await page.locator('input[type=file]').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
    await expect(photo).toHaveAccessibleDescription('Selected file not supported');
  });
});

test.describe('notifications', () => {
  test('none is said in words', async ({ page }) => {
    await enter(page, '/main/notification');
    await expect(page.getByRole('heading', { name: 'No notifications' })).toBeVisible();
  });

  test('an error on reading one shows what the server says, and leaves it unread', async ({ page }) => {
    await database.db.insertInto('notifications').values({ id: newId(), user_id: person.userId, body: 'A screen came online.' }).execute();
    await enter(page, '/main/notification');
    const unread = page.getByRole('main').getByRole('button', { name: /A screen came online/ });
    await expect(unread).toBeVisible();
    await refuse(page, '**/api/notifications/**');
    await unread.click();
    await expect(errorToast(page)).toHaveText(REFUSAL);
    await expect(page.getByText('1 unread', { exact: true })).toBeVisible();
  });
});

test('an error on accepting the privacy agreement shows what the server says', async ({ page }) => {
  const newcomer = await ApiPerson.create(product, 'new@example.com');
  await set(newcomer.email, { privacy_accepted_at: null });
  await refuse(page, '**/api/users/privecy/**');
  await enter(page, '/main', newcomer);
  await page.getByRole('button', { name: 'Accept' }).click();
  await expect(errorToast(page)).toHaveText(REFUSAL);
  await expect(page.getByRole('dialog', { name: 'Privacy Agreement' })).toBeVisible();
});

test('a playlist saved without a name says Enter a valid playlist name', async ({ page }) => {
  await enter(page, '/main/playlist?dialog=create');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(errorToast(page)).toHaveText('Enter a valid playlist name');
  await expect(page.getByLabel('Playlist name')).toHaveAccessibleDescription('Name is required');
});

test('a picture that cannot be loaded falls back to the initials', async ({ page }) => {
  const { key } = await person.upload('me.png', await aPng());
  await person.must('PUT', `/users/${person.userId}`, { profilePicture: { key } });
  await page.route(/\/api\/uploads\?/, (route) => route.fulfill({ status: 404, body: '' }));
  const asked = page.waitForRequest(/\/api\/uploads\?/);
  await enter(page, '/main/notification');
  await asked;
  const profile = page.getByRole('button', { name: /^Profile of/ });
  await expect(profile).toHaveText('AL');
  await expect(profile.locator('img')).toHaveCount(0);
});

test('an error toast closes after 7 seconds', async ({ page }) => {
  await page.clock.install();
  await enter(page, '/main/profile/changePassword');
  for (const name of ['Old password', 'New password', 'Confirm password'])
    await page.getByLabel(name, { exact: true }).fill('not this one');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(errorToast(page)).toBeVisible();
  // Resting the pointer on messages holds them.
  await page.mouse.move(0, 0);
  await page.clock.runFor(TOAST_MS / 2);
  await expect(errorToast(page)).toBeVisible();
  await page.clock.runFor(TOAST_MS / 2);
  await expect(errorToast(page)).toBeHidden();
});

test.describe('without a network', () => {
  let context: BrowserContext;
  test.beforeEach(async ({ browser }) => {
    context = await browser.newContext();
  });
  test.afterEach(() => context.close());

  test('sign-in says so and can be tried again', async () => {
    const page = await context.newPage();
    await page.goto(`${product.origin}/login`, { waitUntil: 'networkidle' });
    // The rules of the form are fetched when a field is left.
    await page.getByLabel('Email').fill('x');
    await page.getByLabel('Email').blur();
    await expect(page.getByRole('alert')).toBeVisible();
    await context.setOffline(true);
    await submitSignIn(page, person.email);
    await expect(page.getByRole('alert')).toHaveText('The server cannot be reached. Check the connection and try again.');
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page).toHaveURL(/\/main/);
  });

  test('a list says so instead of turning for ever, and can be asked again', async () => {
    const page = await context.newPage();
    await page.route('**/api/devices/**', (route) => route.abort());
    await enter(page, '/main/device');
    await expect(page.getByText('The server cannot be reached. Check the connection and try again.')).toBeVisible();
    await page.unroute('**/api/devices/**');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('No device available')).toBeVisible();
  });
});
