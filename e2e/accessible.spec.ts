/** Every screen, in both themes, on a phone and on a desk: no violation of WCAG 2.2 AA that a machine can find. */
import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test';
import type { Address } from '@vitrine/contract';
import { aJpeg } from '../apps/server/src/testing/media-files.ts';
import { ApiPerson } from './api.ts';
import { until } from './faults/round.ts';
import { Product } from './product.ts';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const LOOKS = [
  { width: 390, height: 844, colorScheme: 'light' },
  { width: 390, height: 844, colorScheme: 'dark' },
  { width: 1440, height: 900, colorScheme: 'light' },
  { width: 1440, height: 900, colorScheme: 'dark' },
] as const;

let product: Product;
let person: ApiPerson;
let addresses: Record<string, string>;

test.beforeAll(async () => {
  product = await Product.start();
  person = await ApiPerson.signUp(product, 'axe@example.com');
  const album = await person.album('Summer');
  const { key } = await person.upload('photo.jpg', await aJpeg());
  await person.attach(album._id, [key]);
  await until('the photo is ready', async () => (await person.media(album._id))[0]?.status === 6);
  const playlist = await person.playlist('Evenings', [album._id]);
  const screen = await person.screen();
  const device = await person.device('Kitchen', screen.deviceId);
  await person.publish(playlist._id, device._id);
  const empty = await person.album('Nothing yet');
  await person.must('POST', '/users/ftp/server', { email: person.email });
  const address = await person.must<Address>('POST', '/address', {
    street: '1 Main Street',
    city: 'Austin',
    state: 'TX',
    zipcode: '73301',
    country: 'US',
  });
  const own = `userId=${person.userId}&open=false`;
  addresses = {
    home: '/',
    'page not found': '/nowhere',
    'a waiting screen': '/screen/',
    albums: `/main?${own}`,
    'create album': `/main?${own}&dialog=create`,
    media: `/main/media?${own}&albumId=${album._id}`,
    'media preview': `/main/media?${own}&albumId=${album._id}&mediaIndex=0`,
    'an empty album': `/main/media?${own}&albumId=${empty._id}`,
    playlists: `/main/playlist?${own}`,
    'playlist preview': `/main/playlistpreview?${own}&playlistId=${playlist._id}`,
    'publish dialog': `/main/playlistpreview?${own}&playlistId=${playlist._id}&dialog=publish`,
    'add album': `/main/playlist/addalbum?${own}&playlistId=${playlist._id}`,
    devices: `/main/device?${own}`,
    'add device': `/main/device?${own}&add=A12345`,
    'one device': `/main/device/devicedetailpage?${own}&deviceId=${device._id}`,
    notifications: `/main/notification?${own}`,
    profile: `/main/profile?${own}`,
    'profile, the drawer open': `/main/profile?userId=${person.userId}&open=true`,
    'profile form': `/main/profile?${own}&dialog=edit`,
    'change email': `/main/profile?${own}&dialog=email`,
    'add address': `/main/profile?${own}&dialog=addAddress`,
    'edit address': `/main/profile?${own}&dialog=editAddress&target=${address._id}`,
    'delete account': `/main/profile?${own}&dialog=deleteAccount`,
    'change password': `/main/profile/changePassword?${own}`,
    'FTP account': `/main/profile/ftpAccount?${own}`,
    terms: `/main/profile/terms?${own}`,
    'contact tab': `/main/profile/contact?${own}`,
  };
});
test.afterAll(() => product.remove());

/** Signed in through the form, as a person is. */
async function signedIn(browser: Browser, look: (typeof LOOKS)[number]): Promise<BrowserContext> {
  const { width, height, colorScheme } = look;
  const context = await browser.newContext({ viewport: { width, height }, colorScheme, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.goto(`${product.origin}/login`);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/main/);
  await page.close();
  return context;
}

/** Someone who is signed in is sent on from these. */
const OUTSIDE = {
  'sign-in': '/login',
  'sign-up': '/signup',
  'forgot password': '/forgot-password',
  'check your mail': '/verification',
  'an expired link': '/reset-password?resetvfkey=x&resetvflock=y',
  about: '/aboutUs',
  pricing: '/pricing',
  questions: '/faq',
  contact: '/connect',
  cookies: '/cookie',
  privacy: '/privacy',
  sitemap: '/sitemap',
};

for (const look of LOOKS) {
  test(`every screen is accessible at ${look.width} px, ${look.colorScheme}`, async ({ browser }) => {
    test.setTimeout(240_000);
    const context = await signedIn(browser, look);
    const { width, height, colorScheme } = look;
    const stranger = await browser.newContext({ viewport: { width, height }, colorScheme, reducedMotion: 'reduce' });
    const [page, outside] = [await context.newPage(), await stranger.newPage()];
    for (const [name, address] of Object.entries(OUTSIDE)) await inspect(outside, name, address);
    for (const [name, address] of Object.entries(addresses)) await inspect(page, name, address);
    await stranger.close();
    await context.close();
  });
}

async function inspect(page: Page, name: string, address: string): Promise<void> {
  await page.goto(`${product.origin}${address}`, { waitUntil: 'load' });
  await expect(page.locator('h1, h2, [role=dialog], [role=status]').first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(new URL(page.url()).pathname, name).toBe(address.split('?')[0]);
  const { violations } = await new AxeBuilder({ page }).withTags(RULES).analyze();
  const found = violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')}`));
  expect.soft(found, name).toEqual([]);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect.soft(overflow, `${name} scrolls sideways`).toBeLessThanOrEqual(0);
}
