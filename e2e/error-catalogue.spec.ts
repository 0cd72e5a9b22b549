/**
 * The error catalogue of the specification (1 §8), row by row, as somebody at the screen meets it. The server refuses
 * for real wherever it can be brought to; where it cannot, `refuse` answers in its place.
 */
import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import type { DatabaseHandle } from '../apps/server/src/platform/database/database.ts';
import { newId } from '../apps/server/src/platform/ids.ts';
import { aPng } from '../apps/server/src/testing/media-files.ts';
import { ApiPerson, resetLink } from './api.ts';
import { Product } from './product.ts';
import { openProductDatabase, readCaptcha } from './product-database.ts';

const REFUSAL = 'The server says no, and why.';
const TOAST_MS = 7000;

let product: Product;
let database: DatabaseHandle;
let person: ApiPerson;

test.beforeAll(async () => {
  product = await Product.start();
  database = await openProductDatabase(product);
  person = await ApiPerson.signUp(product, 'ana@example.com');
});
test.afterAll(async () => {
  await database?.close();
  await product?.remove();
});

const set = (email: string, values: { disabled_at?: Date; role?: string; privacy_accepted_at?: null }) =>
  database.db.updateTable('users').set(values).where('email', '=', email).execute();

/** Answers in the server's place. */
const refuse = (page: Page, address: string, status = 409) =>
  page.route(address, (route) => route.fulfill({ status, json: { error: true, code: 'INVALID', message: REFUSAL } }));

/** Every seal is made with a nonce that was used before, which the server refuses. */
async function sealWithUsedNonce(page: Page): Promise<void> {
  const answer = await (await fetch(`${product.origin}/api/users/login/key`)).text();
  await page.route('**/api/users/login/key', (route) => route.fulfill({ contentType: 'application/json', body: answer }));
  await page.goto(`${product.origin}/login`);
  await submitSignIn(page, 'nobody@example.com', 'correct horse');
  await expect(page.getByRole('alert')).toBeVisible();
}

async function submitSignIn(page: Page, email: string, password = 'correct horse'): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
}

const enter = (page: Page, address: string, who = person) =>
  page.goto(`${product.origin}${address}${address.includes('?') ? '&' : '?'}auth=${who.token}&userId=${who.userId}`);

const messages = (page: Page) => page.getByRole('region', { name: 'Messages' });
const errorToast = (page: Page) => messages(page).getByRole('alert');
const successToast = (page: Page) => messages(page).getByRole('status');

test.describe('sign-in', () => {
  const ROWS: [code: string, prepare: () => Promise<string>, message: string][] = [
    ['NO_USER_EXISTS', async () => 'nobody@example.com', 'No account exists with this email address.'],
    ['INCORRECT_PASSWORD', async () => person.email, 'Incorrect Email or Password'],
    [
      'USER_DISABLED',
      async () => {
        const { email } = await ApiPerson.signUp(product, 'gone@example.com');
        await set(email, { disabled_at: new Date() });
        return email;
      },
      'Account Deactivated! Please contact admin.',
    ],
    [
      'ACCOUNT_NOT_VERIFY',
      async () => {
        await person.must('POST', '/users', { name: 'Uma', email: 'uma@example.com', password: 'correct horse' });
        return 'uma@example.com';
      },
      'This Account is not verified yet,need verification email again? Resend',
    ],
  ];
  for (const [code, prepare, message] of ROWS) {
    test(`${code} is said in the form`, async ({ page }) => {
      const email = await prepare();
      await page.goto(`${product.origin}/login`);
      const answered = page.waitForResponse('**/api/users/login');
      await submitSignIn(page, email, code === 'INCORRECT_PASSWORD' ? 'another horse' : 'correct horse');
      expect(await (await answered).json()).toMatchObject({ error: true, code });
      await expect(page.getByRole('alert')).toHaveText(message);
      await expect(page).toHaveURL(/\/login/);
    });
  }

  test('Resend sends the mail again and hides, but stays when it failed', async ({ page }) => {
    await person.must('POST', '/users', { name: 'Ugo', email: 'ugo@example.com', password: 'correct horse' });
    await page.goto(`${product.origin}/login`);
    await submitSignIn(page, 'ugo@example.com');
    await refuse(page, '**/api/users/forgot/password');
    await page.getByRole('button', { name: 'Resend' }).click();
    await expect(errorToast(page)).toHaveText(REFUSAL);
    await expect(page.getByRole('button', { name: 'Resend' })).toBeVisible();
    await page.unroute('**/api/users/forgot/password');
    await page.getByRole('button', { name: 'Resend' }).click();
    await expect(successToast(page)).toHaveText('If there is an account with this address, a mail is on its way.');
    await expect(page.getByText('This Account is not verified yet')).toBeHidden();
  });
});

test.describe('links of mails', () => {
  test('one to verify that does not open says Link expired', async ({ page }) => {
    await page.goto(`${product.origin}/verify-email?emailvfkey=made-up&emailvflock=made-up`);
    await expect(page.getByRole('heading', { name: 'Link expired' })).toBeVisible();
  });

  test('one to reset that does not open says Link expired', async ({ page }) => {
    await page.goto(`${product.origin}/reset-password?resetvfkey=made-up&resetvflock=made-up`);
    await expect(page.getByRole('heading', { name: 'Link expired' })).toBeVisible();
  });

  test('a reset that the server refuses says Please enter valid password', async ({ page }) => {
    await person.must('PUT', '/users/forgot/password', { email: person.email });
    const link = await resetLink(product, person.email);
    await sealWithUsedNonce(page);
    await page.goto(link);
    await page.getByLabel('New password', { exact: true }).fill('a better horse');
    await page.getByLabel('Confirm password', { exact: true }).fill('a better horse');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toHaveText('Please enter valid password');
  });
});

test.describe('change password', () => {
  const change = async (page: Page, oldPassword: string) => {
    await enter(page, '/main/profile/changePassword');
    for (const [name, text] of [
      ['Old password', oldPassword],
      ['New password', 'a better horse'],
      ['Confirm password', 'a better horse'],
    ] as const) {
      await page.getByLabel(name, { exact: true }).fill(text);
    }
    await page.getByRole('button', { name: 'Change password' }).click();
  };

  test('PASSWORD_CHANGE_ERROR asks for the current password, in an error toast', async ({ page }) => {
    await change(page, 'not the password');
    await expect(errorToast(page)).toHaveText('Please make sure your current password match');
  });

  test('any other error shows what the server says', async ({ page }) => {
    await sealWithUsedNonce(page);
    await change(page, person.password);
    await expect(errorToast(page)).toHaveText('Your sign-in form has expired. Please try again.');
  });
});

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
    await fill(page, (captchaId) => readCaptcha(database, captchaId));
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
    const support = await ApiPerson.signUp(product, 'support@example.com', 'Sam Support');
    await set(support.email, { role: 'support' });
    await page.goto(`${product.origin}/login`);
    await submitSignIn(page, support.email);
    await expect(page).toHaveURL(/\/main/);
    await page.goto(`${product.origin}/main/profile?userId=${person.userId}&dialog=edit`);
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
  const newcomer = await ApiPerson.signUp(product, 'new@example.com');
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

test('a 401 on any call leads to /login', async ({ page }) => {
  const other = await ApiPerson.signUp(product, 'expired@example.com');
  await enter(page, '/main', other);
  await expect(page.getByRole('heading', { name: 'My Albums' })).toBeVisible();
  await database.db.deleteFrom('sessions').where('user_id', '=', other.userId).execute();
  await page.getByRole('link', { name: 'Devices' }).first().click();
  await expect(page).toHaveURL(/\/login/);
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
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
  await enter(page, '/main/profile/changePassword');
  for (const name of ['Old password', 'New password', 'Confirm password'])
    await page.getByLabel(name, { exact: true }).fill('not this one');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(errorToast(page)).toBeVisible();
  const shownAt = Date.now();
  // Resting the pointer on messages holds them.
  await page.mouse.move(0, 0);
  await expect(errorToast(page)).toBeHidden();
  expect(Math.abs(Date.now() - shownAt - TOAST_MS)).toBeLessThan(1500);
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
