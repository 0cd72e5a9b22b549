/** Two-step sign-in and passkeys with a real browser. Component tests have the dialogs (`security.test.tsx`), the server's tests the rules. */
import { type BrowserContext, expect, type Page } from '@playwright/test';
import { generateTotp } from '../apps/server/src/modules/second-factors/totp.rules.ts';
import { inspect } from './accessibility.ts';
import { ApiPerson } from './api.ts';
import type { Product } from './product.ts';
import { test } from './product-test.ts';
import { openSignedInPage } from './signed-in-page.ts';

const PASSWORD = 'correct horse';
const STEP_MS = 30_000;

let product: Product;
let person: ApiPerson;
let page: Page;
let context: BrowserContext;

test.describe.configure({ mode: 'serial' });
test.beforeAll(async ({ shared, browser }) => {
  product = shared;
  person = await ApiPerson.create(product, 'tove@two-step.example', 'Tove Berg');
  page = await openSignedInPage(browser, person, {}, `${product.origin}/main/profile/security`);
  context = await browser.newContext();
});
test.afterAll(async () => {
  await page?.context().close();
  await context?.close();
});

const dialog = (name: string) => page.getByRole('dialog', { name });

async function signIn(on: Page): Promise<void> {
  await on.goto(`${product.origin}/login`);
  await on.getByLabel('Email').fill(person.email);
  await on.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await on.keyboard.press('Enter');
}

test('a new browser needs a code once, and recovery codes work', async () => {
  await page.getByRole('button', { name: 'Set up' }).click();
  await dialog('Set up two-step sign-in').getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  const scan = dialog('Scan this QR code');
  const secret = (await scan.getByRole('code').textContent())?.replaceAll(' ', '') ?? '';
  await inspect(page, 'two-step set-up');
  // The code of the step before is accepted as well, so that those of this step and the next one are left.
  await scan.getByLabel('Code').fill(generateTotp(secret, new Date(Date.now() - STEP_MS)));
  await scan.getByRole('button', { name: 'Turn on' }).click();
  const codes = dialog('Save your recovery codes');
  const recoveryCode = (await codes.getByRole('listitem').first().textContent()) ?? '';
  await codes.getByRole('button', { name: 'I’ve saved them' }).click();
  await expect(page.getByText('10 recovery codes left.', { exact: false })).toBeVisible();

  const elsewhere = await context.newPage();
  await signIn(elsewhere);
  await elsewhere.getByLabel('Code').fill(generateTotp(secret, new Date()));
  await elsewhere.keyboard.press('Enter');
  await expect(elsewhere).toHaveURL(/\/main/);
  await elsewhere.evaluate(() => localStorage.clear());
  await signIn(elsewhere);
  await expect(elsewhere).toHaveURL(/\/main/);

  await page.getByRole('button', { name: 'New recovery codes' }).click();
  await dialog('New recovery codes').getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  const confirm = dialog('Confirm that it’s you');
  await confirm.getByRole('button', { name: 'Use a recovery code' }).click();
  await confirm.getByLabel('Recovery code').fill(recoveryCode);
  await page.keyboard.press('Enter');
  await expect(codes.getByRole('listitem')).toHaveCount(10);
  await codes.getByRole('button', { name: 'I’ve saved them' }).click();

  await page.getByRole('button', { name: 'Turn off' }).click();
  await dialog('Turn off two-step sign-in').getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Set up' })).toBeVisible();
});

test('a passkey signs in without an email address and a password, until it is removed', async () => {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await page.getByRole('button', { name: 'Add passkey' }).click();
  await dialog('Add a passkey').getByLabel('Name').fill('Laptop');
  await dialog('Add a passkey').getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Laptop', { exact: true })).toBeVisible();
  await page.evaluate(() => {
    for (const name of ['token', 'userId']) localStorage.removeItem(name);
  });
  await page.goto(`${product.origin}/login?next=/main/profile/security`);
  // The browser offers the passkey in the email field, and this authenticator confirms at once.
  await expect(page.getByText(/last used/)).toBeVisible();
  await page.getByRole('button', { name: 'Remove Laptop' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByText('Passkey removed.')).toBeVisible();
});
