/** Families with each member in a separate browser: creation, joining, sharing, leaving, ownership transfer and dissolution. */
import { type Browser, expect, type Page } from '@playwright/test';
import { aPng } from '../apps/server/src/testing/media-files.ts';
import { ApiPerson, verificationLink } from './api.ts';
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

const onPage = (page: Page, path: string) => page.goto(`${product.origin}${path}`);
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

test('a removed member leaves the open family album, and Undo restores the membership', async ({ browser }) => {
  const [gil, hana] = (await createAccounts('Gil Novak', 'Hana Sato')) as [ApiPerson, ApiPerson];
  const orgId = await createFamily('The Novaks', gil, [hana]);
  const album = await gil.request<{ _id: string }>('POST', '/albums', { name: 'Kitchen', orgId });
  const [owner, other] = (await openPages(browser, gil, hana)) as [Page, Page];
  await other.getByRole('link', { name: 'Kitchen' }).click();
  await expect(other.getByRole('heading', { name: 'Kitchen' })).toBeVisible();
  await onPage(owner, '/main/family');
  await runAction(owner, 'Hana Sato', 'Remove');
  const confirm = owner.getByRole('alertdialog', { name: 'Remove Hana Sato?' });
  await expect(confirm).toContainText('the family’s 1 album');
  await confirm.getByRole('button', { name: 'Remove' }).click();
  await expect(pageMessage(other, 'You are no longer in the family “The Novaks”.')).toBeVisible();
  await expect(other.getByRole('heading', { name: 'My Albums' })).toBeVisible();
  await expect(other.getByRole('heading', { name: 'Kitchen' })).toHaveCount(0);
  await expect(other.getByText('Couldn’t load this')).toHaveCount(0);
  await expect(familyChip(other)).toHaveCount(0);
  expect((await hana.call('GET', `/albums/details/${album._id}`)).status).toBe(404);
  await owner.getByRole('button', { name: 'Undo' }).click();
  await expect(memberRow(owner, 'Hana Sato')).toBeVisible();
  await expect(pageMessage(other, 'You were added to the family “The Novaks”.')).toBeVisible();
  // The members choose their mode themselves.
  await expect(familyChip(other)).toHaveCount(0);
  await close(owner, other);
});

test('the family keeps the content of a member who leaves, and the member returns only by accepting an invitation', async ({ browser }) => {
  const [ida, jon] = (await createAccounts('Ida Berg', 'Jon Falk')) as [ApiPerson, ApiPerson];
  const orgId = await createFamily('The Bergs', ida, [jon]);
  await jon.request('POST', '/albums', { name: 'By Jon', orgId });
  const [owner, other] = await Promise.all([openFamilyPage(browser, ida), openFamilyPage(browser, jon)]);
  await other.getByRole('button', { name: 'Leave family', exact: true }).click();
  const confirm = other.getByRole('alertdialog', { name: 'Leave “The Bergs”?' });
  await expect(confirm).toContainText('Only Ida Berg can invite you again.');
  await confirm.getByRole('button', { name: 'Leave family' }).click();
  await expect(pageMessage(other, 'You are no longer in the family “The Bergs”.')).toBeVisible();
  await expect(mainRegion(other).getByRole('heading', { name: 'Share your screens with your family' })).toBeVisible();
  await expect(mainRegion(owner).getByText('No members yet')).toBeVisible();
  await test.step('the owner can only invite them again, and sees that they declined', async () => {
    await addMembers(owner, jon.email);
    await expect(pageMessage(owner, '1 invitation sent.')).toBeVisible();
    await expect(memberRow(owner, jon.email)).toContainText('Invited');
    const invitation = mainRegion(other).getByRole('region', { name: 'Ida Berg invited you to join the family “The Bergs”' });
    await invitation.getByRole('button', { name: 'Decline' }).click();
    await expect(invitation).toHaveCount(0);
    await expect(memberRow(owner, jon.email)).toContainText('Declined');
    await runAction(owner, jon.email, 'Invite again');
    await expect(pageMessage(owner, /within the last 24 hours/)).toBeVisible();
  });
  await test.step('a day later they are invited again, and accept', async () => {
    await withProductDatabase(product, (db) => db.updateTable('former_members').set({ next_invitation_at: null }).execute());
    await runAction(owner, jon.email, 'Invite again');
    await expect(memberRow(owner, jon.email)).toContainText('Invited');
    await mainRegion(other).getByRole('button', { name: 'Accept' }).click();
    await expect(pageMessage(other, 'You were added to the family “The Bergs”.')).toBeVisible();
    await expect(memberRow(owner, 'Jon Falk')).toContainText('Member');
  });
  await onPage(owner, '/main');
  await expect(owner.getByRole('heading', { name: 'By Jon' })).toBeVisible();
  await close(owner, other);
});

test('renames a family, transfers it after the password and dissolves it after its name was entered', async ({ browser }) => {
  const [kai, lea] = (await createAccounts('Kai Dorn', 'Lea Roth')) as [ApiPerson, ApiPerson];
  const orgId = await createFamily('The Dorns', kai, [lea]);
  await kai.request('POST', '/albums', { name: 'Kitchen', orgId });
  const [owner, other] = await Promise.all([openFamilyPage(browser, kai), openSignedInPage(browser, lea)]);
  await test.step('the others see a new name at once', async () => {
    await owner.getByRole('button', { name: 'Edit family' }).click();
    await owner.getByLabel('Family Name').fill('Dorns and Roths');
    await owner.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await expect(mainRegion(owner).getByRole('heading', { name: 'Dorns and Roths' })).toBeVisible();
    await expect(familyChip(other)).toContainText('Dorns and Roths');
  });
  await test.step('only a member with the plan can become the owner', async () => {
    await runAction(owner, 'Lea Roth', 'Make owner');
    await expect(owner.getByRole('dialog', { name: 'Make Lea Roth the owner?' })).toContainText('needs an active Family Plan');
    await owner.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
    await giveFamilyPlan(lea);
    await owner.reload();
    await runAction(owner, 'Lea Roth', 'Make owner');
    const dialog = owner.getByRole('dialog', { name: 'Make Lea Roth the owner?' });
    await expect(dialog).toContainText('Lea Roth becomes the owner of “Dorns and Roths”, including the family’s 1 album');
    await dialog.getByLabel('Password', { exact: true }).fill('wrong horse');
    await dialog.getByRole('button', { name: 'Make owner' }).click();
    await expect(dialog.getByRole('alert')).toBeVisible();
    await dialog.getByLabel('Password', { exact: true }).fill(kai.password);
    await dialog.getByRole('button', { name: 'Make owner' }).click();
    await expect(mainRegion(owner).getByText('Owned by Lea Roth')).toBeVisible();
    await expect(pageMessage(other, 'You’re now the owner of the family “Dorns and Roths”.')).toBeVisible();
  });
  await test.step('the new owner deletes no account without hearing what becomes of it, and dissolves the family', async () => {
    await onPage(other, '/main/profile?dialog=deleteAccount');
    await expect(other.getByRole('dialog')).toContainText(
      'Your family “Dorns and Roths” will be dissolved, and the family’s 1 album will be deleted.',
    );
    await other.getByRole('link', { name: 'make another member the owner first' }).click();
    await expect(memberRow(other, 'Kai Dorn')).toBeVisible();
    await other.getByRole('button', { name: 'More actions' }).click();
    await other.getByRole('menuitem', { name: 'Dissolve family' }).click();
    const dialog = other.getByRole('dialog', { name: 'Dissolve “Dorns and Roths”?' });
    await expect(dialog).toContainText('Its only member loses access.');
    await dialog.getByLabel('Type Dorns and Roths to confirm').fill('dorns');
    await expect(dialog.getByRole('button', { name: 'Dissolve family' })).toBeDisabled();
    await dialog.getByLabel('Type Dorns and Roths to confirm').fill('Dorns and Roths');
    await dialog.getByRole('button', { name: 'Dissolve family' }).click();
    await expect(other.getByRole('form', { name: 'Create Family' })).toBeVisible();
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
