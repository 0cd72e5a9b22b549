/**
 * Effective modes (specification 1 §4, §6): the account or family for which objects are created, and the change of every page on a switch. Lists and searches
 * of each mode are tested in apps/web/src/routes/main/effective-account.test.tsx.
 */
import { expect, type Page } from '@playwright/test';
import { ApiPerson } from './api.ts';
import { createFamily } from './families.ts';
import type { Product } from './product.ts';
import { withProductDatabase } from './product-database.ts';
import { test } from './product-test.ts';
import { openSignedInPage, openSignInLink } from './signed-in-page.ts';

let product: Product;
test.beforeAll(({ shared }) => {
  product = shared;
});

/** Account or family in whose name a user works: the own account, the family they were added to, or the family they own. */
type Name = 'Alone' | 'Hosts' | 'Lindens';
interface Mode {
  name: string;
  /** True when only `npm run test:slow` tests it. */
  isSlow: boolean;
  isMember?: boolean;
  isOwner?: boolean;
  isFamilyOff?: boolean;
  works: Name;
}

/** Unit tests cover the rules of modes (`lib/effective-mode.ts`). These are the three outcomes: no family, the first, the second. */
const MODES: Mode[] = [
  { name: 'an ordinary user', isSlow: true, works: 'Alone' },
  { name: 'a sub-admin in the family account', isSlow: true, isMember: true, works: 'Hosts' },
  {
    name: 'a sub-admin who owns a second one, in their own account',
    isSlow: false,
    isMember: true,
    isOwner: true,
    isFamilyOff: true,
    works: 'Lindens',
  },
];

/** Creates an album, a playlist, a device and a deleted album for each owner scope, named after it. */
async function createObjects(maker: ApiPerson, name: Name, orgId?: string): Promise<void> {
  await maker.request('POST', '/albums', { name: `${name} album`, orgId });
  await maker.request('POST', '/playlists', { name: `${name} playlist`, orgId });
  const { deviceId } = await maker.screen();
  await maker.request('POST', '/devices', { name: `${name} device`, deviceId, timeZone: 'UTC', orgId });
  const { _id } = await maker.request<{ _id: string }>('POST', '/albums', { name: `${name} waste`, orgId });
  await maker.request('DELETE', `/albums/${_id}`);
}

interface PreparedAccount {
  person: ApiPerson;
  page: Page;
  orgId: string | undefined;
  /** Owner of the created rows: the account or the family's owner. */
  ownerId: string;
}

async function prepare(page: Page, at: number, { isMember, isOwner, isFamilyOff, works }: Mode): Promise<PreparedAccount> {
  const person = await ApiPerson.create(product, `mode-${at}@modes.example`, 'Mona Linden');
  const host = await ApiPerson.create(product, `host-${at}@modes.example`, 'Hector Host');
  const hosts = await createFamily('The Hosts', host, isMember ? [person] : []);
  const own = isOwner ? await createFamily('The Lindens', person) : undefined;
  await createObjects(person, 'Alone');
  await createObjects(host, 'Hosts', hosts);
  if (own) await createObjects(person, 'Lindens', own);
  await openSignInLink(page, person, `${product.origin}/main`);
  await expect(page.getByRole('heading', { name: 'My Albums' })).toBeVisible();
  if (isFamilyOff) await switchFamily(page);
  const orgId = { Alone: undefined, Hosts: hosts, Lindens: own }[works];
  return { person, page, orgId, ownerId: works === 'Hosts' ? host.userId : person.userId };
}

async function switchFamily(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Profile of/ }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Family account' }).click();
  await page.keyboard.press('Escape');
}

const menu = (page: Page, link: string) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: link }).click();

const expectedNames = (works: Name, kind: string) => (works === 'Alone' ? [`Alone ${kind}`] : [`${works} ${kind}`, `Alone ${kind}`]);

/** Expects exactly these of the prepared items in a list. */
async function expectListed(page: Page, list: string, works: Name, kind: string): Promise<void> {
  const names = page.getByRole('list', { name: list, exact: true }).getByRole('heading', { name: new RegExp(`^\\w+ ${kind}$`) });
  await expect.poll(async () => (await names.allTextContents()).sort()).toEqual(expectedNames(works, kind).sort());
}

for (const [at, mode] of MODES.entries()) {
  const { name, isSlow, works } = mode;
  test(`${name} creates objects for ${works === 'Alone' ? 'their own account' : 'the family'}`, { tag: isSlow ? '@slow' : [] }, async ({
    page,
  }) => {
    const { person, orgId, ownerId } = await prepare(page, at, mode);
    await page.getByRole('button', { name: 'Create album' }).first().click();
    await page.getByLabel('Album name').fill('Made album');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Made album' })).toBeVisible();
    await menu(page, 'Playlists');
    await page.getByRole('button', { name: 'Create playlist' }).first().click();
    await page.getByLabel('Playlist name').fill('Made playlist');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await expect(page).toHaveURL(/playlistpreview/);
    // Delete the device, because the plan of an ordinary user allows only one.
    await withProductDatabase(product, (db) => db.deleteFrom('devices').where('user_id', '=', ownerId).execute());
    const { deviceId } = await person.screen();
    await page.goto(`${product.origin}/main/device?add=${deviceId}`);
    await page.getByLabel('Device name').fill('Made device');
    await page.getByRole('dialog').getByRole('button', { name: 'Add device' }).click();
    await expect(page.getByRole('list', { name: 'Devices' }).getByRole('heading', { name: 'Made device' })).toBeVisible();
    const created = await withProductDatabase(product, async (db) => ({
      album: await db
        .selectFrom('albums')
        .select(['org_id', 'created_by as owner'])
        .where('name', '=', 'Made album')
        .where('created_by', '=', ownerId)
        .execute(),
      playlist: await db
        .selectFrom('playlists')
        .select(['org_id', 'user_id as owner'])
        .where('name', '=', 'Made playlist')
        .where('user_id', '=', ownerId)
        .execute(),
      device: await db
        .selectFrom('devices')
        .select(['org_id', 'user_id as owner'])
        .where('name', '=', 'Made device')
        .where('user_id', '=', ownerId)
        .execute(),
    }));
    const row = [{ org_id: orgId ?? null, owner: ownerId }];
    expect(created).toEqual({ album: row, playlist: row, device: row });
  });
}

test('switching the mode updates lists, counts, search, storage and the header immediately', async ({ browser }) => {
  const host = await ApiPerson.create(product, 'host@switching.example', 'Hector Host');
  const mona = await ApiPerson.create(product, 'mona@switching.example', 'Mona Linden');
  const orgId = await createFamily('The Hosts', host, [mona]);
  await createObjects(mona, 'Alone');
  await createObjects(host, 'Hosts', orgId);
  const page = await openSignedInPage(browser, mona);
  const chip = page.getByRole('banner').getByRole('link', { name: /^Family:/ });
  await expectListed(page, 'Albums', 'Hosts', 'album');
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  await switchFamily(page);
  await expect(chip).toHaveCount(0);
  await expectListed(page, 'Albums', 'Alone', 'album');
  await page.getByRole('searchbox', { name: 'Search albums and media' }).fill('Hosts');
  await expect(page.getByText('No results for “Hosts”')).toBeVisible();
  await switchFamily(page);
  await expect(chip).toContainText('The Hosts');
  await expect(page.getByRole('list', { name: 'Albums' }).getByRole('heading', { name: 'Hosts album' })).toBeVisible();
  await menu(page, 'Storage');
  await expect(page.getByText(/of 15 GB used/).first()).toBeVisible();
  await switchFamily(page);
  await expect(page.getByText(/of 5 GB used/).first()).toBeVisible();
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
  await page.context().close();
});
