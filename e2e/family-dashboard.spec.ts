/**
 * The pages of families: keyboard use, accessibility and the view of an administrator. All are slow, because component tests have the dialogs, an
 * administrator's view (`family.test.tsx`) and the first album (`upload-to-album-dialog.test.tsx`).
 */
import { expect, type Page } from '@playwright/test';
import { inspect } from './accessibility.ts';
import { ApiPerson } from './api.ts';
import { createFamily, giveFamilyPlan } from './families.ts';
import { addNewButton, familyChip, mainRegion, memberRow } from './family-pages.ts';
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
  return Promise.all(names.map((name) => ApiPerson.create(product, `${name.toLowerCase().replace(' ', '.')}@dashboard.example`, name)));
}
const close = (...pages: Page[]) => Promise.all(pages.map((page) => page.context().close()));

test('the pages of families are accessible, also after the plan has ended', { tag: '@slow' }, async ({ browser }) => {
  test.setTimeout(240_000);
  const [olga, piet, quin] = (await createAccounts('Olga Frei', 'Piet Haas', 'Quin Abel')) as [ApiPerson, ApiPerson, ApiPerson];
  await giveFamilyPlan(olga);
  const page = await openSignedInPage(browser, olga, { reducedMotion: 'reduce' });
  await onPage(page, '/main/family');
  await expect(page.getByRole('form', { name: 'Create Family' })).toBeVisible();
  await page.getByRole('button', { name: 'Save' }).click();
  await inspect(page, 'create a family, with an error');
  await olga.request('POST', '/organizations', { name: 'The Freis' });
  await page.reload();
  await expect(mainRegion(page).getByText('No members yet')).toBeVisible();
  await inspect(page, 'a family of one');
  await olga.request('POST', '/users/org/user', { emails: [piet.email, 'rosa@elsewhere.example'] });
  const [, { _id }] = await olga.request<[unknown, { _id: string }]>('GET', `/users/org/users/${(await findOrgId(olga)).id}`);
  for (const [name, dialog] of Object.entries({
    'the dashboard': '',
    'add members': 'addMembers',
    'edit a family': 'editFamily',
    'remove a member': `removeMember&target=${_id}`,
    'make a member the owner': `makeOwner&target=${_id}`,
    'dissolve a family': 'dissolve',
  })) {
    await page.setViewportSize({ width: 1440, height: 900 });
    await onPage(page, `/main/family?dialog=${dialog}`);
    await expect(page.locator(dialog ? '[role=dialog], [role=alertdialog]' : 'table')).toBeVisible();
    await inspect(page, name);
  }
  await onPage(page, '/main/family?dialog=addMembers');
  await page.getByRole('combobox', { name: 'Add Members' }).fill('someone@elsewhere.example');
  await page.keyboard.press('Enter');
  await page.getByRole('combobox', { name: 'Add Members' }).fill('nobody');
  await expect(page.getByText('No User')).toBeVisible();
  await inspect(page, 'add members, one chosen and nobody found');
  await giveFamilyPlan(olga, { ends_at: new Date(Date.now() - 1000) });
  await onPage(page, '/main/family');
  await expect(addNewButton(page)).toBeDisabled();
  await expect(mainRegion(page).getByText('Your Family Plan has ended.')).toBeVisible();
  await inspect(page, 'a family whose plan ended');
  const [joined, none] = await Promise.all([piet, quin].map((person) => openSignedInPage(browser, person, { reducedMotion: 'reduce' })));
  if (!joined || !none) throw new Error('no windows');
  await onPage(joined, '/main/family');
  await expect(mainRegion(joined).getByText('Owned by Olga Frei')).toBeVisible();
  await inspect(joined, 'the family of a member');
  await joined.getByRole('button', { name: 'Leave family', exact: true }).click();
  await inspect(joined, 'leave a family');
  await onPage(none, '/main/family');
  await expect(mainRegion(none).getByRole('link', { name: 'Upgrade' })).toBeVisible();
  await inspect(none, 'no family');
  await close(page, joined, none);
});

const findOrgId = async (person: ApiPerson) => {
  const [org] = await person.request<{ id: string }[]>('GET', '/organizations');
  if (!org) throw new Error('no family');
  return org;
};

test('a member is added and removed with the keyboard only', { tag: '@slow' }, async ({ browser }) => {
  const [rita, sam] = (await createAccounts('Rita Blum', 'Sam Ott')) as [ApiPerson, ApiPerson];
  await createFamily('The Blums', rita);
  const page = await openSignedInPage(browser, rita);
  await onPage(page, '/main/family');
  await expect(addNewButton(page)).toBeEnabled();
  await addNewButton(page).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('combobox', { name: 'Add Members' })).toBeFocused();
  await page.keyboard.type(sam.email);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Remove Sam Ott' })).toBeVisible();
  await page.keyboard.press('Backspace');
  await expect(page.getByRole('button', { name: 'Remove Sam Ott' })).toHaveCount(0);
  await page.keyboard.type(sam.email);
  // Enter in the empty field saves.
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Remove Sam Ott' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(memberRow(page, 'Sam Ott')).toBeVisible();
  await page.getByRole('button', { name: 'Actions for Sam Ott' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alertdialog', { name: 'Remove Sam Ott?' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Actions for Sam Ott' })).toBeFocused();
  await close(page);
});

test('an administrator who views an account sees its families but cannot change them', { tag: '@slow' }, async ({ browser }) => {
  const [tom, uma] = (await createAccounts('Tom Arndt', 'Uma Roy')) as [ApiPerson, ApiPerson];
  await createFamily('The Arndts', tom, [uma]);
  const admin = await ApiPerson.create(product, 'admin@dashboard.example', 'Administrator');
  await withProductDatabase(product, (db) => db.updateTable('users').set({ role: 'admin' }).where('id', '=', admin.userId).execute());
  const page = await openSignedInPage(browser, admin);
  await onPage(page, `/main/profile?userId=${uma.userId}`);
  await page.getByRole('button', { name: 'View account' }).click();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Family' }).click();
  await expect(mainRegion(page).getByText('Owned by Tom Arndt')).toBeVisible();
  await expect(mainRegion(page).getByRole('listitem').filter({ hasText: 'Tom Arndt' })).toContainText('Owner');
  await expect(mainRegion(page).getByRole('button', { name: /Leave|Add New/ })).toHaveCount(0);
  await expect(familyChip(page)).toHaveCount(0);
  await inspect(page, 'a family that an administrator looks at');
  await close(page);
});

test('asks for the name of the first album when a user uploads without one', { tag: '@slow' }, async ({ browser }) => {
  const [gus] = (await createAccounts('Gus Hall')) as [ApiPerson];
  // The account's default album was deleted.
  await withProductDatabase(product, (db) =>
    db.updateTable('albums').set({ deleted_at: new Date() }).where('created_by', '=', gus.userId).execute(),
  );
  const page = await openSignedInPage(browser, gus, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await onPage(page, '/main?dialog=upload');
  const dialog = page.getByRole('dialog', { name: 'Upload media' });
  await expect(dialog).toContainText('You don’t have any albums yet. Create one to upload photos and videos.');
  await expect(dialog.getByRole('button', { name: 'Choose files' })).toBeDisabled();
  await inspect(page, 'uploading without an album');
  await page.setViewportSize({ width: 390, height: 844 });
  await dialog.getByLabel('Album name').fill('First of ours');
  await dialog.getByRole('button', { name: 'Create', exact: true }).tap();
  await expect(dialog.getByLabel('Album', { exact: true }).locator('option:checked')).toHaveText('First of ours');
  await expect(dialog.getByRole('button', { name: 'Choose files' })).toBeEnabled();
  await close(page);
});
