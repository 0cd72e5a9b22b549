/** Families with each member in a separate browser. Component tests have the dialogs and the pages of each role (`family.test.tsx`). */
import { type Browser, expect, type Page } from '@playwright/test';
import { aPng } from '../apps/server/src/testing/media-files.ts';
import { ApiPerson, verificationLink } from './api.ts';
import { openInApp } from './app-navigation.ts';
import { createFamily, giveFamilyPlan } from './families.ts';
import { addMembers, familyChip, mainRegion, memberRow, pageMessage, runAction } from './family-pages.ts';
import type { Product } from './product.ts';
import { withProductDatabase } from './product-database.ts';
import { test } from './product-test.ts';
import { openSignedInPage } from './signed-in-page.ts';

let product: Product;
test.beforeAll(({ shared }) => {
  product = shared;
});

const onPage = (page: Page, path: string) => openInApp(page, `${product.origin}${path}`);
async function createAccounts(...names: string[]): Promise<ApiPerson[]> {
  return Promise.all(names.map((name) => ApiPerson.create(product, `${name.toLowerCase().replace(' ', '.')}@families.example`, name)));
}
const openPages = (browser: Browser, ...persons: ApiPerson[]) => Promise.all(persons.map((person) => openSignedInPage(browser, person)));
const openFamilyPage = (browser: Browser, person: ApiPerson) => openSignedInPage(browser, person, {}, `${product.origin}/main/family`);
const close = (...pages: Page[]) => Promise.all(pages.map((page) => page.context().close()));

test('creates a family that one account joins immediately and another by email, with shared content for all', async ({ browser }) => {
  const [ana, ben] = (await createAccounts('Ana Lima', 'Ben Weiss')) as [ApiPerson, ApiPerson];
  const carla = 'carla@families.example';
  await giveFamilyPlan(ana);
  const [owner, other] = (await openPages(browser, ana, ben)) as [Page, Page];
  await test.step('the owner creates it', async () => {
    await owner.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Family' }).click();
    const form = owner.getByRole('form', { name: 'Create Family' });
    await form.locator('input[type=file]').setInputFiles({ name: 'us.png', mimeType: 'image/png', buffer: await aPng() });
    await expect(form.getByRole('button', { name: 'Remove' })).toBeVisible();
    await form.getByLabel('Family Name').fill('The Limas');
    await form.getByLabel('Description').fill('All in one kitchen');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(pageMessage(owner, 'Organization created successfully!')).toBeVisible();
    await expect(owner.getByRole('heading', { name: 'Family Dashboard' })).toBeVisible();
    await expect(mainRegion(owner).getByText('All in one kitchen')).toBeVisible();
    await expect(mainRegion(owner).getByText('0 of 5 members')).toBeVisible();
    await expect(familyChip(owner)).toContainText('The Limas');
  });
  await test.step('two are added', async () => {
    await addMembers(owner, ben.email, carla);
    await expect(pageMessage(owner, 'Ben Weiss was added to the family. 1 invitation sent.')).toBeVisible();
    await expect(memberRow(owner, 'Ben Weiss')).toContainText('Member');
    await expect(memberRow(owner, carla)).toContainText('Invited');
    await expect(memberRow(owner, 'Ana Lima')).toHaveCount(0);
    await expect(mainRegion(owner).getByText('1 of 5 members, 1 invited')).toBeVisible();
  });
  await test.step('an added member is notified, keeps working in their own name, and switches to the family', async () => {
    await expect(pageMessage(other, 'You were added to the family “The Limas”.')).toBeVisible();
    await expect(familyChip(other)).toHaveCount(0);
    await other.getByRole('button', { name: 'Switch to family' }).click();
    await expect(familyChip(other)).toContainText('The Limas');
    await other.getByRole('button', { name: /^Notifications, 1 unread/ }).click();
    await other.getByRole('link', { name: 'View family' }).click();
    await expect(mainRegion(other).getByText('Owned by Ana Lima')).toBeVisible();
    await expect(mainRegion(other).getByRole('listitem').filter({ hasText: 'Ben Weiss' })).toContainText('You');
    await expect(mainRegion(other).getByRole('button', { name: 'Add New' })).toHaveCount(0);
    await expect(mainRegion(other).getByText(carla)).toHaveCount(0);
  });
  const third = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  await test.step('who is invited follows the mail, makes an account and is in it', async () => {
    const mail = (await product.mailTo(carla)).replace(/=\r?\n/g, '').replaceAll('=3D', '=');
    const link = /https?:\/\/\S+\/signup\?email=[^\s"<]+/.exec(mail)?.[0] ?? '';
    await third.goto(link);
    await expect(third.getByLabel('Email')).toHaveValue(carla);
    await third.getByLabel('Name').fill('Carla Reis');
    await third.getByLabel('Password', { exact: true }).fill('correct horse');
    await third.getByLabel('Confirm password').fill('correct horse');
    await third.keyboard.press('Enter');
    await expect(third).toHaveURL(/\/verification/);
    await third.goto((await verificationLink(product, carla)).href);
    await expect(third).toHaveURL(/\/login/);
    await third.getByLabel('Email').fill(carla);
    await third.getByLabel('Password', { exact: true }).fill('correct horse');
    await third.keyboard.press('Enter');
    await third.getByRole('dialog', { name: 'Privacy Agreement' }).getByRole('button', { name: 'Accept' }).click();
    await expect(third.getByRole('heading', { name: 'My Albums' })).toBeVisible();
    await expect(familyChip(third)).toContainText('The Limas');
    await expect(memberRow(owner, 'Carla Reis')).toContainText('Member');
    await expect(mainRegion(owner).getByText('2 of 5 members')).toBeVisible();
  });
  await test.step('what one makes the others see', async () => {
    await third.getByRole('button', { name: 'Create album' }).first().click();
    await third.getByLabel('Album name').fill('Kitchen');
    await third.getByRole('button', { name: 'Create', exact: true }).click();
    await expect(third.getByRole('heading', { name: 'Kitchen' })).toBeVisible();
    for (const page of [owner, other]) {
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Albums' }).click();
      await expect(page.getByRole('list', { name: 'Albums' }).getByRole('heading', { name: 'Kitchen' })).toBeVisible();
    }
    await third.getByRole('link', { name: 'Back to albums' }).click();
    await runAction(third, 'Kitchen', 'Rename');
    await third.getByLabel('Album name').fill('Kitchen wall');
    await third.getByRole('button', { name: 'Rename', exact: true }).click();
    for (const page of [owner, other])
      await expect(page.getByRole('list', { name: 'Albums' }).getByRole('heading', { name: 'Kitchen wall' })).toBeVisible();
    // The member who deleted the album can undo it, although the owner owns it.
    await runAction(other, 'Kitchen wall', 'Delete');
    await other.getByRole('alertdialog').getByRole('button', { name: 'Delete album' }).click();
    await expect(owner.getByRole('heading', { name: 'Kitchen wall' })).toHaveCount(0);
    await other.getByRole('button', { name: 'Undo' }).click();
    await expect(owner.getByRole('heading', { name: 'Kitchen wall' })).toBeVisible();
  });
  await close(owner, other, third);
});

test('removes, invites and promotes a member whose page is open, and dissolves the family', async ({ browser }) => {
  const [kai, lea] = (await createAccounts('Kai Dorn', 'Lea Roth')) as [ApiPerson, ApiPerson];
  const orgId = await createFamily('The Dorns', kai, [lea]);
  await giveFamilyPlan(lea);
  const album = await kai.request<{ _id: string }>('POST', '/albums', { name: 'Kitchen', orgId });
  const [owner, other] = await Promise.all([openFamilyPage(browser, kai), openSignedInPage(browser, lea)]);
  await test.step('an open page of a member shows a new name', async () => {
    await owner.getByRole('button', { name: 'Edit family' }).click();
    await owner.getByLabel('Family Name').fill('Dorns and Roths');
    await owner.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await expect(familyChip(other)).toContainText('Dorns and Roths');
  });
  await test.step('a removed member leaves the open album of the family, and Undo restores the membership', async () => {
    await other.getByRole('link', { name: 'Kitchen' }).click();
    await expect(other.getByRole('heading', { name: 'Kitchen' })).toBeVisible();
    await runAction(owner, 'Lea Roth', 'Remove');
    await owner.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await expect(pageMessage(other, 'You are no longer in the family “Dorns and Roths”.')).toBeVisible();
    await expect(other.getByRole('heading', { name: 'My Albums' })).toBeVisible();
    await expect(familyChip(other)).toHaveCount(0);
    expect((await lea.call('GET', `/albums/details/${album._id}`)).status).toBe(404);
    await owner.getByRole('button', { name: 'Undo' }).click();
    await expect(memberRow(owner, 'Lea Roth')).toBeVisible();
    await expect(pageMessage(other, 'You were added to the family “Dorns and Roths”.')).toBeVisible();
    // The members choose their mode themselves.
    await expect(familyChip(other)).toHaveCount(0);
  });
  await test.step('a member who left returns only by accepting an invitation', async () => {
    await onPage(other, '/main/family');
    await other.getByRole('button', { name: 'Leave family', exact: true }).click();
    await other.getByRole('alertdialog').getByRole('button', { name: 'Leave family' }).click();
    await expect(mainRegion(owner).getByText('No members yet')).toBeVisible();
    await addMembers(owner, lea.email);
    await expect(memberRow(owner, lea.email)).toContainText('Invited');
    await mainRegion(other).getByRole('button', { name: 'Decline' }).click();
    await expect(memberRow(owner, lea.email)).toContainText('Declined');
    await withProductDatabase(product, (db) => db.updateTable('former_members').set({ next_invitation_at: null }).execute());
    await runAction(owner, lea.email, 'Invite again');
    await mainRegion(other).getByRole('button', { name: 'Accept' }).click();
    await expect(memberRow(owner, 'Lea Roth')).toContainText('Member');
  });
  await test.step('the new owner dissolves the family', async () => {
    await runAction(owner, 'Lea Roth', 'Make owner');
    const dialog = owner.getByRole('dialog', { name: 'Make Lea Roth the owner?' });
    await dialog.getByLabel('Password', { exact: true }).fill(kai.password);
    await dialog.getByRole('button', { name: 'Make owner' }).click();
    await expect(mainRegion(owner).getByText('Owned by Lea Roth')).toBeVisible();
    await expect(pageMessage(other, 'You’re now the owner of the family “Dorns and Roths”.')).toBeVisible();
    await other.getByRole('button', { name: 'More actions' }).click();
    await other.getByRole('menuitem', { name: 'Dissolve family' }).click();
    await other.getByLabel('Type Dorns and Roths to confirm').fill('Dorns and Roths');
    await other.getByRole('dialog').getByRole('button', { name: 'Dissolve family' }).click();
    await expect(pageMessage(owner, 'You are no longer in the family “Dorns and Roths”.')).toBeVisible();
    await onPage(other, '/main');
    await expect(other.getByRole('heading', { name: 'Kitchen' })).toBeVisible();
  });
  await close(owner, other);
});

test('a member with a Family Plan owns a second family and switches between both', { tag: '@slow' }, async ({ browser }) => {
  const [mia, noa] = (await createAccounts('Mia Kern', 'Noa Vogt')) as [ApiPerson, ApiPerson];
  await createFamily('The Kerns', mia, [noa]);
  await giveFamilyPlan(noa);
  const page = await openSignedInPage(browser, noa);
  await onPage(page, '/main/family');
  await expect(mainRegion(page).getByText('Owned by Mia Kern')).toBeVisible();
  await page.getByLabel('Family Name').fill('The Vogts');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { name: 'Family Dashboard' })).toBeVisible();
  await expect(familyChip(page)).toContainText('The Kerns');
  await page.getByRole('button', { name: /^Profile of/ }).click();
  await expect(page.getByRole('menu')).toContainText('The Kerns');
  await expect(page.getByRole('menu')).toContainText('The Vogts');
  await page.getByRole('menuitemcheckbox', { name: 'Family account' }).click();
  await page.keyboard.press('Escape');
  await expect(familyChip(page)).toContainText('The Vogts');
  await close(page);
});
