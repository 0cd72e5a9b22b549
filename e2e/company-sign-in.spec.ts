/** Sign-in with a company account, at a real OpenID Connect provider. Component tests have the states of the page, the server's tests the refusals. */
import http from 'node:http';
import { type BrowserContext, expect, type Page } from '@playwright/test';
import Provider from 'oidc-provider';
import { inspect } from './accessibility.ts';
import { ApiPerson } from './api.ts';
import { freePort, Product } from './product.ts';
import { test } from './product-test.ts';

const CLIENT = { id: 'vitrine', secret: 'secretOfTheClient' };

let product: Product;
let server: http.Server;
let context: BrowserContext;

/** Starts a provider in which each login is the verified address of a person. */
function startProvider(port: number, origin: string): Promise<http.Server> {
  const provider = new Provider(`http://127.0.0.1:${port}`, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [`${origin}/sign-in/company`],
        response_types: ['code'],
        grant_types: ['authorization_code'],
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: () => ({ sub: id, email: id, email_verified: true, name: 'Tove Berg' }),
    }),
    pkce: { required: () => true },
    cookies: { keys: ['a key of this test'] },
  });
  return new Promise((resolve) => {
    const listening = http.createServer((request, response) => void provider.callback()(request, response));
    listening.listen(port, '127.0.0.1', () => resolve(listening));
  });
}

test.describe.configure({ mode: 'serial' });
test.beforeAll(async ({ browser }) => {
  const port = await freePort();
  product = await Product.start({
    OIDC_ISSUER: `http://127.0.0.1:${port}`,
    OIDC_CLIENT_ID: CLIENT.id,
    OIDC_CLIENT_SECRET: CLIENT.secret,
    OIDC_NAME: 'Example Ltd',
  });
  server = await startProvider(port, product.origin);
  context = await browser.newContext();
  // The provider's pages request a font that nothing here serves.
  await context.route('https://fonts.googleapis.com/**', (route) => route.abort());
});
test.afterAll(async () => {
  await context?.close();
  server?.close();
  await product?.remove();
});

/** Signs in at the provider, and lets it pass on the data. */
async function signInAtCompany(page: Page, login: string): Promise<void> {
  await page.getByRole('button', { name: 'Sign in with Example Ltd' }).click();
  await page.getByPlaceholder('Enter any login').fill(login);
  await page.getByPlaceholder('and password').fill('any');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
}

test('the first sign-in creates an account, and the next one opens it', async () => {
  const page = await context.newPage();
  await page.goto(`${product.origin}/login?next=%2Fmain%2Fprofile%2Fsecurity`);
  await signInAtCompany(page, 'tove@company.example');
  await page.getByRole('dialog').getByRole('button', { name: 'Accept' }).click();
  await expect(page).toHaveURL(`${product.origin}/main/profile/security`);
  await expect(page.getByText('tove@company.example')).toBeVisible();
  await inspect(page, 'company account');

  await page.evaluate(() => localStorage.clear());
  await page.goto(`${product.origin}/login`);
  await page.getByRole('button', { name: 'Sign in with Example Ltd' }).click();
  await expect(page).toHaveURL(/\/main/);
  await page.close();
});

test('an existing account is linked by its password', async ({ browser }) => {
  const ben = await ApiPerson.create(product, 'ben@company.example', 'Ben Costa');
  const other = await browser.newContext();
  await other.route('https://fonts.googleapis.com/**', (route) => route.abort());
  const page = await other.newPage();
  await page.goto(`${product.origin}/login`);
  await signInAtCompany(page, ben.email);
  await expect(page.getByRole('heading', { name: 'Link your account' })).toBeVisible();
  await expect(page).toHaveURL(`${product.origin}/sign-in/company`);
  await inspect(page, 'link your account');
  await page.getByLabel('Password', { exact: true }).fill(ben.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/main/);
  await product.mailTo(ben.email, 'A company account was linked to your account');
  await other.close();
});

test('a cancelled sign-in is explained', async ({ browser }) => {
  const other = await browser.newContext();
  await other.route('https://fonts.googleapis.com/**', (route) => route.abort());
  const page = await other.newPage();
  await page.goto(`${product.origin}/login`);
  await page.getByRole('button', { name: 'Sign in with Example Ltd' }).click();
  await page.getByRole('link', { name: '[ Cancel ]' }).click();
  await expect(page.getByRole('alert')).toHaveText(/was cancelled/);
  await expect(page.getByRole('button', { name: 'Sign in with Example Ltd' })).toBeVisible();
  await other.close();
});
