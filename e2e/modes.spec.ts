/** Effective modes (specification 1 §4, §6) as they work: whose devices and playlists are listed and made, and who sees the result. */
import { expect, type Page } from '@playwright/test';
import type { DatabaseHandle } from '../apps/server/src/platform/database/database.ts';
import { newId } from '../apps/server/src/platform/ids.ts';
import { ApiPerson } from './api.ts';
import type { Product } from './product.ts';
import { openProductDatabase } from './product-database.ts';
import { test } from './product-test.ts';

let product: Product;
let database: DatabaseHandle;
const families = { first: newId(), second: newId() };

test.beforeAll(async ({ shared }) => {
  product = shared;
  database = await openProductDatabase(product);
  const rows = Object.entries(families).map(([name, id]) => ({ id, name: `Family ${name}` }));
  await database.db.insertInto('organisations').values(rows).execute();
});
test.afterAll(async () => {
  await database?.close();
});

interface Mode {
  name: string;
  /** In the order in which they were joined. */
  roles: { family: keyof typeof families; role: 'owner' | 'subAdmin' }[];
  isFamilyOff?: boolean;
  orgId: string | undefined;
}

const MODES: Mode[] = [
  { name: 'an ordinary user', roles: [], orgId: undefined },
  { name: 'an owner', roles: [{ family: 'first', role: 'owner' }], orgId: families.first },
  { name: 'a sub-admin in the family account', roles: [{ family: 'second', role: 'subAdmin' }], orgId: families.second },
  { name: 'a sub-admin in their own account', roles: [{ family: 'second', role: 'subAdmin' }], isFamilyOff: true, orgId: undefined },
  {
    name: 'a sub-admin who owns a second one, in their own account',
    roles: [
      { family: 'first', role: 'subAdmin' },
      { family: 'second', role: 'owner' },
    ],
    isFamilyOff: true,
    orgId: families.second,
  },
];

async function signIn(page: Page, person: ApiPerson): Promise<void> {
  await page.goto(`${product.origin}/login`);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'My Albums' })).toBeVisible();
}

/** The orgId that the screen at this address lists by. */
async function listedBy(page: Page, link: string, call: RegExp): Promise<string | undefined> {
  const asked = page.waitForRequest((request) => call.test(request.url()));
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: link }).click();
  return new URL((await asked).url()).searchParams.get('orgId') ?? undefined;
}

for (const [at, { name, roles, isFamilyOff, orgId }] of MODES.entries()) {
  test(`${name} lists and makes ${orgId ? 'by organisation' : 'by user'}`, async ({ page }) => {
    const person = await ApiPerson.create(product, `mode-${at}@modes.example`);
    for (const [order, { family, role }] of roles.entries()) {
      const joined_at = new Date(Date.now() + order * 1000);
      const member = { org_id: families[family], user_id: person.userId, org_role: role, joined_at };
      await database.db.insertInto('organisation_members').values(member).execute();
    }
    const isOwner = roles.some(({ family, role }) => role === 'owner' && families[family] === orgId);
    // What a family may have is what its owner's plan holds.
    const owner = orgId !== undefined && !isOwner ? await ApiPerson.create(product, `owner-${at}@modes.example`) : undefined;
    if (owner && orgId !== undefined)
      await database.db.insertInto('organisation_members').values({ org_id: orgId, user_id: owner.userId, org_role: 'owner' }).execute();
    await signIn(page, person);
    if (isFamilyOff) {
      await page.getByRole('button', { name: /^Profile of/ }).click();
      await page.getByRole('menuitemcheckbox', { name: 'Family account' }).click();
      await page.keyboard.press('Escape');
    }
    expect(await listedBy(page, 'Devices', /\/api\/devices\/users\//)).toBe(orgId);
    expect(await listedBy(page, 'Playlists', /\/api\/playlists\/[\w-]+(\?|$)/)).toBe(orgId);
    await page.getByRole('button', { name: 'Create playlist' }).first().click();
    await page.getByLabel('Playlist name').fill(`Evenings ${at}`);
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await expect(page).toHaveURL(/playlistpreview/);
    const rows = await database.db.selectFrom('playlists').select(['org_id', 'user_id']).where('name', '=', `Evenings ${at}`).execute();
    expect(rows).toEqual([{ org_id: orgId ?? null, user_id: person.userId }]);
    for (const { userId } of [person, ...(owner ? [owner] : [])])
      await database.db.deleteFrom('organisation_members').where('user_id', '=', userId).execute();
  });
}
