/** The pages of families: who can be added, what they say, by keyboard, for everybody, and to an administrator. */
import { expect, type Page } from '@playwright/test';
import { inspect } from './accessibility.ts';
import { ApiPerson } from './api.ts';
import { windowOf } from './browser-person.ts';
import { aFamily, giveFamilyPlan } from './families.ts';
import { act, add, addNew, chip, main, member, message } from './family-pages.ts';
import type { Product } from './product.ts';
import { withProductDatabase } from './product-database.ts';
import { test } from './product-test.ts';

let product: Product;
test.beforeAll(({ shared }) => {
  product = shared;
});

const onPage = (page: Page, path: string) => page.goto(`${product.origin}${path}`);
async function people(...names: string[]): Promise<ApiPerson[]> {
  return Promise.all(names.map((name) => ApiPerson.create(product, `${name.toLowerCase().replace(' ', '.')}@dashboard.example`, name)));
}
const close = (...pages: Page[]) => Promise.all(pages.map((page) => page.context().close()));

test('the box for people refuses who cannot be added, and stops at the places there are', async ({ browser }) => {
  const [dora, eli, fay] = (await people('Dora Okoro', 'Eli Stern', 'Fay Moss')) as [ApiPerson, ApiPerson, ApiPerson];
  await aFamily('The Okoros', dora);
  await aFamily('The Mosses', fay);
  const shared = await dora.must<{ _id: string }>('POST', '/albums', { name: 'For friends' });
  for (const friend of [eli, fay]) {
    await dora.must('PUT', `/albums/share/${shared._id}`, { emailArr: [{ email: friend.email, permission: 'read' }] });
    const [one] = await friend.must<{ _id: string; invitationId: string }[]>('GET', `/notifications/${friend.userId}`);
    await friend.must('PUT', `/albums/share/action/${one?.invitationId}`, { type: 'accept', notificationId: one?._id });
  }
  const page = await windowOf(browser, dora);
  await onPage(page, '/main/family');
  await addNew(page).click();
  const dialog = page.getByRole('dialog', { name: 'Add Members' });
  const box = dialog.getByRole('combobox', { name: 'Add Members' });
  // While the offers are open the rest is hidden from assistive technology.
  const chips = dialog.getByRole('button', { name: /^Remove /, includeHidden: true });
  const write = async (text: string) => {
    await box.fill(text);
    await page.keyboard.press('Enter');
  };
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled();
  await test.step('known people are offered, those who cannot come say why', async () => {
    await box.click();
    await expect(page.getByRole('option', { name: /Eli Stern/ })).toBeVisible();
    const fays = page.getByRole('option', { name: /Fay Moss/ });
    await expect(fays).toContainText('Already part of another family');
    await expect(fays).toBeDisabled();
    await box.fill('nobody of this name');
    await expect(page.getByText('No User')).toBeVisible();
  });
  await test.step('addresses are looked at', async () => {
    await write('nonsense');
    await expect(dialog.getByRole('alert')).toHaveText('Invalid email');
    await write(fay.email);
    await expect(dialog.getByRole('alert')).toHaveText('Already part of another family');
    await write(dora.email.toUpperCase());
    await expect(dialog.getByRole('alert')).toHaveText('This person is already in your family.');
    const lookedUp = page.waitForRequest((request) => request.url().includes('/users/all/list') && request.url().includes('string='));
    await box.fill('someone@elsewhere.example');
    await lookedUp;
    await expect(page.getByRole('option', { name: /someone@elsewhere\.example.*invite by email/ })).toBeVisible();
  });
  await test.step('as many as there are places, and no more', async () => {
    await page.getByRole('option', { name: /someone@/ }).click();
    await box.fill('eli');
    // An arrow pressed while the offers are being changed chooses nothing yet, and shows that.
    await expect(async () => {
      await page.keyboard.press('ArrowDown');
      await expect(page.getByRole('option', { name: /Eli Stern/ })).toHaveAttribute('data-highlighted', '', { timeout: 500 });
    }).toPass();
    await page.keyboard.press('Enter');
    await box.fill('one@elsewhere.example, two@elsewhere.example three@elsewhere.example');
    await expect(chips).toHaveCount(5);
    await expect(dialog.getByText('0 more people can be added.')).toBeVisible();
    await write('six@elsewhere.example');
    await expect(dialog.getByRole('alert')).toHaveText("Member can't be added more than allowed members.");
    await dialog.getByRole('button', { name: 'Remove two@elsewhere.example', includeHidden: true }).click();
    await expect(chips).toHaveCount(4);
  });
  await test.step('a click beside it changes nothing; Cancel closes and clears', async () => {
    await page.mouse.click(10, 500);
    await expect(chips).toHaveCount(4);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toHaveCount(0);
    await addNew(page).click();
    await expect(chips).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  });
  await test.step('at five nobody else is added, and an invitation is sent again, withdrawn and renewed', async () => {
    await add(page, eli.email, 'a@elsewhere.example', 'b@elsewhere.example', 'c@elsewhere.example', 'd@elsewhere.example');
    await expect(addNew(page)).toBeDisabled();
    await expect(addNew(page)).toHaveAccessibleDescription(/at most/);
    await act(page, 'a@elsewhere.example', 'Send again');
    await expect(message(page, 'An invitation is on its way to a@elsewhere.example.')).toBeVisible();
    await act(page, 'a@elsewhere.example', 'Withdraw');
    await expect(member(page, 'a@elsewhere.example')).toHaveCount(0);
    await expect(addNew(page)).toBeEnabled();
    await page.getByRole('button', { name: 'Invite again' }).click();
    await expect(member(page, 'a@elsewhere.example')).toBeVisible();
  });
  await close(page);
});

test('the pages of families are accessible, also after the plan has ended', { tag: '@slow' }, async ({ browser }) => {
  test.setTimeout(240_000);
  const [olga, piet, quin] = (await people('Olga Frei', 'Piet Haas', 'Quin Abel')) as [ApiPerson, ApiPerson, ApiPerson];
  await giveFamilyPlan(olga);
  const page = await windowOf(browser, olga, { reducedMotion: 'reduce' });
  await onPage(page, '/main/family');
  await expect(page.getByRole('form', { name: 'Create Family' })).toBeVisible();
  await page.getByRole('button', { name: 'Save' }).click();
  await inspect(page, 'create a family, with an error');
  await olga.must('POST', '/organizations', { name: 'The Freis' });
  await page.reload();
  await expect(main(page).getByText('Nobody else is here yet')).toBeVisible();
  await inspect(page, 'a family of one');
  await olga.must('POST', '/users/org/user', { emails: [piet.email, 'rosa@elsewhere.example'] });
  const [, { _id }] = await olga.must<[unknown, { _id: string }]>('GET', `/users/org/users/${(await orgOf(olga)).id}`);
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
  await expect(addNew(page)).toBeDisabled();
  await expect(main(page).getByText('Your Family Plan has ended.')).toBeVisible();
  await inspect(page, 'a family whose plan ended');
  const [joined, none] = await Promise.all([piet, quin].map((person) => windowOf(browser, person, { reducedMotion: 'reduce' })));
  if (!joined || !none) throw new Error('no windows');
  await onPage(joined, '/main/family');
  await expect(main(joined).getByText('Owned by Olga Frei')).toBeVisible();
  await inspect(joined, 'the family of a member');
  await joined.getByRole('button', { name: 'Leave', exact: true }).click();
  await inspect(joined, 'leave a family');
  await onPage(none, '/main/family');
  await expect(main(none).getByRole('link', { name: 'Upgrade' })).toBeVisible();
  await inspect(none, 'no family');
  await close(page, joined, none);
});

const orgOf = async (person: ApiPerson) => {
  const [org] = await person.must<{ id: string }[]>('GET', '/organizations');
  if (!org) throw new Error('no family');
  return org;
};

test('a member is added and removed with the keyboard only', { tag: '@slow' }, async ({ browser }) => {
  const [rita, sam] = (await people('Rita Blum', 'Sam Ott')) as [ApiPerson, ApiPerson];
  await aFamily('The Blums', rita);
  const page = await windowOf(browser, rita);
  await onPage(page, '/main/family');
  await expect(addNew(page)).toBeEnabled();
  await addNew(page).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('combobox', { name: 'Add Members' })).toBeFocused();
  await page.keyboard.type(sam.email);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Remove Sam Ott' })).toBeVisible();
  await page.keyboard.press('Backspace');
  await expect(page.getByRole('button', { name: 'Remove Sam Ott' })).toHaveCount(0);
  await page.keyboard.type(sam.email);
  // Enter again, in an empty box, saves.
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Remove Sam Ott' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(member(page, 'Sam Ott')).toBeVisible();
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

test('an administrator sees the families of the account they look at, and changes nothing', async ({ browser }) => {
  const [tom, uma] = (await people('Tom Arndt', 'Uma Roy')) as [ApiPerson, ApiPerson];
  await aFamily('The Arndts', tom, [uma]);
  const admin = await ApiPerson.create(product, 'admin@dashboard.example', 'Administrator');
  await withProductDatabase(product, (db) => db.updateTable('users').set({ role: 'admin' }).where('id', '=', admin.userId).execute());
  const page = await windowOf(browser, admin);
  await onPage(page, `/main/profile?userId=${uma.userId}`);
  await page.getByRole('button', { name: 'View account' }).click();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Family' }).click();
  await expect(main(page).getByText('Owned by Tom Arndt')).toBeVisible();
  await expect(main(page).getByRole('listitem').filter({ hasText: 'Tom Arndt' })).toContainText('Owner');
  await expect(main(page).getByRole('button', { name: /Leave|Add New/ })).toHaveCount(0);
  await expect(chip(page)).toHaveCount(0);
  await inspect(page, 'a family that an administrator looks at');
  await close(page);
});

test('whoever uploads where there is no album yet is asked for the name of the first', async ({ browser }) => {
  const [gus] = (await people('Gus Hall')) as [ApiPerson];
  // Whoever has deleted the one that an account begins with.
  await withProductDatabase(product, (db) =>
    db.updateTable('albums').set({ deleted_at: new Date() }).where('created_by', '=', gus.userId).execute(),
  );
  const page = await windowOf(browser, gus, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await onPage(page, '/main?dialog=upload');
  const dialog = page.getByRole('dialog', { name: 'Upload media' });
  await expect(dialog).toContainText('Photos and videos are kept in albums, and there is none yet.');
  await expect(dialog.getByRole('button', { name: 'Choose files' })).toBeDisabled();
  await inspect(page, 'uploading without an album');
  await page.setViewportSize({ width: 390, height: 844 });
  await dialog.getByLabel('Album name').fill('First of ours');
  await dialog.getByRole('button', { name: 'Create', exact: true }).tap();
  await expect(dialog.getByLabel('Album', { exact: true }).locator('option:checked')).toHaveText('First of ours');
  await expect(dialog.getByRole('button', { name: 'Choose files' })).toBeEnabled();
  await close(page);
});
