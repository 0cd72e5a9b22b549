/** Actions on the pages of families. */
import { expect, type Page } from '@playwright/test';

export const mainRegion = (page: Page) => page.getByRole('main');
export const addNewButton = (page: Page) => mainRegion(page).getByRole('button', { name: 'Add New' });
export const familyChip = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Family:/ });
export const pageMessage = (page: Page, text: string | RegExp) => page.getByRole('region', { name: 'Messages' }).getByText(text);
/** Returns the row of the member with this text. */
export const memberRow = (page: Page, text: string) =>
  page.getByRole('table', { name: 'Members' }).getByRole('row').filter({ hasText: text });

export async function runAction(page: Page, subject: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${subject}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

/** Types addresses into the field, each followed by Enter, and saves. */
export async function addMembers(page: Page, ...emails: string[]): Promise<void> {
  await addNewButton(page).click();
  const dialog = page.getByRole('dialog', { name: 'Add Members' });
  for (const email of emails) {
    await dialog.getByRole('combobox', { name: 'Add Members' }).fill(email);
    await page.keyboard.press('Enter');
  }
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
}
