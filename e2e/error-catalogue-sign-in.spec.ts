/** The error catalogue of the specification (1 §8): what can go wrong on the way in, and with a password. */
import { expect, type Page, test } from '@playwright/test';
import type { DatabaseHandle } from '../apps/server/src/platform/database/database.ts';
import { ApiPerson, resetLink } from './api.ts';
import { Product } from './product.ts';
import { openProductDatabase } from './product-database.ts';
import { enterAs, errorToast, REFUSAL, refuse, sealWithUsedNonce, submitSignIn, successToast } from './refusals.ts';

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

test.describe('sign-in', () => {
  const ROWS: [code: string, prepare: () => Promise<string>, message: string][] = [
    ['NO_USER_EXISTS', async () => 'nobody@example.com', 'No account exists with this email address.'],
    ['INCORRECT_PASSWORD', async () => person.email, 'Incorrect Email or Password'],
    [
      'USER_DISABLED',
      async () => {
        const { email } = await ApiPerson.create(product, 'gone@example.com');
        await database.db.updateTable('users').set({ disabled_at: new Date() }).where('email', '=', email).execute();
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
    await sealWithUsedNonce(page, product);
    await page.goto(link);
    await page.getByLabel('New password', { exact: true }).fill('a better horse');
    await page.getByLabel('Confirm password', { exact: true }).fill('a better horse');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toHaveText('Please enter valid password');
  });
});

test.describe('change password', () => {
  const change = async (page: Page, oldPassword: string) => {
    await enterAs(person, product, page, '/main/profile/changePassword');
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
    await sealWithUsedNonce(page, product);
    await change(page, person.password);
    await expect(errorToast(page)).toHaveText('Your sign-in form has expired. Please try again.');
  });
});

test('a 401 on any call leads to /login', async ({ page }) => {
  const other = await ApiPerson.create(product, 'expired@example.com');
  await enterAs(other, product, page, '/main');
  await expect(page.getByRole('heading', { name: 'My Albums' })).toBeVisible();
  await database.db.deleteFrom('sessions').where('user_id', '=', other.userId).execute();
  const click = page.getByRole('link', { name: 'Devices' }).first().click();
  // A call that the page makes by itself may be refused first, and takes the link away.
  await Promise.race([click.catch(() => undefined), page.waitForURL(/\/login/)]);
  await expect(page).toHaveURL(/\/login/);
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
});
