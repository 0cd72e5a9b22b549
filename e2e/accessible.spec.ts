/** Every screen, in both themes, on a phone and on a desk: no violation of WCAG 2.2 AA that a machine can find. */
import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, type BrowserContext, expect, test } from '@playwright/test';
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
  const own = `userId=${person.userId}&open=false`;
  addresses = {
    home: '/',
    'sign-in': '/login',
    'sign-up': '/signup',
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
  };
});
test.afterAll(() => product.remove());

/** Signed in as the browser would be after the form: the stored session, and the cookie for pictures. */
async function signedIn(browser: Browser, look: (typeof LOOKS)[number]): Promise<BrowserContext> {
  const { width, height, colorScheme } = look;
  const context = await browser.newContext({ viewport: { width, height }, colorScheme, reducedMotion: 'reduce' });
  await context.request.post(`${product.origin}/api/users/login`, { data: { email: person.email, password: person.password } });
  await context.addInitScript(
    ([token, userId]) => {
      localStorage.setItem('token', token ?? '');
      localStorage.setItem('userId', userId ?? '');
      localStorage.setItem('role', 'user');
      localStorage.setItem('name', 'Ana Lima');
    },
    [person.token, person.userId],
  );
  return context;
}

for (const look of LOOKS) {
  test(`every screen is accessible at ${look.width} px, ${look.colorScheme}`, async ({ browser }) => {
    test.setTimeout(240_000);
    const context = await signedIn(browser, look);
    const page = await context.newPage();
    for (const [name, address] of Object.entries(addresses)) {
      await page.goto(`${product.origin}${address}`, { waitUntil: 'load' });
      await expect(page.locator('h1, h2, [role=dialog], [role=status]').first()).toBeVisible();
      await page.waitForLoadState('networkidle');
      const { violations } = await new AxeBuilder({ page }).withTags(RULES).analyze();
      const found = violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')}`));
      expect.soft(found, name).toEqual([]);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      expect.soft(overflow, `${name} scrolls sideways`).toBeLessThanOrEqual(0);
    }
    await context.close();
  });
}
