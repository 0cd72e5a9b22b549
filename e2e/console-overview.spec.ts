/** The overview of the console, failed jobs, alerts and the audit trail. Component tests have the form of alerts, the global search and the filters of the trail. */
import { expect, type Page } from '@playwright/test';
import { sql } from 'kysely';
import { inspect } from './accessibility.ts';
import { ApiPerson } from './api.ts';
import type { Product } from './product.ts';
import { withProductDatabase } from './product-database.ts';
import { test } from './product-test.ts';
import { openSignedInPage } from './signed-in-page.ts';

let product: Product;
let adminPage: Page;
let admin: ApiPerson;
test.beforeAll(async ({ shared, browser }) => {
  product = shared;
  admin = await ApiPerson.create(product, 'boss@console-overview.example', 'Olaf Overberg');
  await withProductDatabase(product, (db) => db.updateTable('users').set({ role: 'admin' }).where('id', '=', admin.userId).execute());
  // The overview loads its figures when it opens and refreshes them every minute, so the job fails before the page opens.
  await createFailedMail('late@console-overview.example');
  adminPage = await openSignedInPage(browser, admin);
});
test.afterAll(() => adminPage.context().close());
test.beforeEach(() => adminPage.setViewportSize({ width: 1440, height: 900 }));

const menu = () => adminPage.getByRole('navigation', { name: 'Main' });
/** Adds an email job that has failed permanently. */
const createFailedMail = (to: string) =>
  withProductDatabase(product, (db) =>
    sql`select graphile_worker.permanently_fail_jobs(array[(graphile_worker.add_job('mail.send',
      json_build_object('to', ${to}::text, 'subject', 'Again', 'text', 'Again', 'html', 'Again'))).id], ${'The mail server refused it.\nFor good.'})`.execute(
      db,
    ),
  );

test('an administrator retries a failed job and changes the alerts, and the audit trail lists both', async () => {
  await menu().getByRole('link', { name: 'Overview' }).click();
  await expect(adminPage.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible();
  const people = adminPage.getByRole('region', { name: 'Users' });
  await expect(people.getByText(/^Users over 90 days: /)).toBeAttached();
  for (const name of ['Screens online', 'Storage', 'Video queue', 'Income this month'])
    await expect(adminPage.getByRole('region', { name }).getByText(/over 90 days: /)).toBeAttached();
  await inspect(adminPage, 'the overview');

  const failed = adminPage.getByRole('region', { name: 'Needs attention' }).getByRole('link', { name: /jobs? failed/ });
  await failed.focus();
  await adminPage.keyboard.press('Enter');
  await expect(adminPage.getByRole('heading', { name: 'System', level: 1 })).toBeVisible();
  await expect(adminPage.getByRole('table', { name: 'Processes' }).getByText('api, live, worker, ftp')).toBeVisible();
  const kind = adminPage.getByLabel('Job type');
  await kind.selectOption('mail.send');
  await expect(adminPage).toHaveURL(/jobKind=mail.send/);
  const jobs = adminPage.getByRole('table', { name: 'Jobs' });
  await jobs.getByText('The mail server refused it.').first().focus();
  await adminPage.keyboard.press('Enter');
  await expect(jobs.getByText('For good.')).toBeVisible();
  await inspect(adminPage, 'the system page');
  await adminPage.getByRole('button', { name: 'Retry all mail.send' }).focus();
  await adminPage.keyboard.press('Enter');
  await expect(adminPage.getByText(/queued again\.$/)).toBeVisible();
  await expect(adminPage.getByText('No failed jobs.')).toBeVisible();
  await expect.poll(() => product.output).toContain('Email to late@console-overview.example: Again');

  const alerts = adminPage.getByRole('region', { name: 'Alerts' });
  await expect(alerts.getByText(admin.email)).toBeVisible();
  await alerts.getByRole('button', { name: 'Edit alerts' }).click();
  const dialog = adminPage.getByRole('dialog', { name: 'Edit alerts' });
  await inspect(adminPage, 'the alerts');
  await adminPage.setViewportSize({ width: 1440, height: 900 });
  await dialog.getByLabel('Minutes offline').fill('30');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(adminPage.getByText('Alerts saved.')).toBeVisible();
  await expect(alerts.getByText('1 screen or more, for 30 minutes')).toBeVisible();

  await adminPage.keyboard.press('Control+k');
  const found = adminPage.getByRole('dialog', { name: 'Search' });
  await adminPage.keyboard.type('overberg');
  await expect(found.getByRole('option', { name: /Olaf Overberg/ })).toHaveAttribute('aria-selected', 'true');
  await inspect(adminPage, 'the search for anything');
  await adminPage.setViewportSize({ width: 1440, height: 900 });
  await found.getByRole('combobox').fill('audit t');
  await found.getByRole('option', { name: 'Audit Trail' }).click();
  await expect(adminPage.getByRole('button', { name: /^Job: retry, .* by Olaf Overberg/ }).first()).toBeVisible();
  await expect(adminPage.getByRole('button', { name: /^Alerts: update, .* by Olaf Overberg/ }).first()).toBeVisible();
});

// Slow, because component tests have the filters and the details (`audit-trail.test.tsx`), and the previous test lists real entries.
test('the audit trail filters by account and shows values before and after a change', { tag: '@slow' }, async () => {
  const nora = await ApiPerson.create(product, 'nora@console-overview.example', 'Nora Before');
  await admin.request('PUT', `/users/${nora.userId}`, { name: 'Nora After' });
  await admin.request('PUT', `/users/status/${nora.userId}`, { status: false });
  await menu().getByRole('link', { name: 'Overview' }).click();
  await expect(adminPage.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible();
  await menu().getByRole('link', { name: 'Audit Trail' }).click();
  await adminPage.getByLabel('Owner').fill(nora.email);
  const entries = adminPage.getByRole('table', { name: 'Entries' }).locator('tbody tr[data-index]');
  await expect(entries).toHaveCount(2);
  await adminPage.getByLabel('Action').selectOption('Account: edit');
  await expect(entries).toHaveCount(1);
  await expect(adminPage).toHaveURL(
    (url) => url.searchParams.get('owner') === nora.email && url.searchParams.get('action') === 'account.edit',
  );
  await adminPage.reload();
  await expect(adminPage.getByLabel('Owner')).toHaveValue(nora.email);
  await expect(entries).toHaveCount(1);

  await entries.getByRole('button').focus();
  await adminPage.keyboard.press('Enter');
  const panel = adminPage.getByRole('complementary', { name: 'Entry details' });
  const thing = panel.getByRole('region', { name: 'Nora Before' });
  await expect(thing.getByRole('deletion')).toHaveText('Nora Before');
  await expect(thing.getByRole('insertion')).toHaveText('Nora After');
  await inspect(adminPage, 'an entry of the audit trail');
  await adminPage.setViewportSize({ width: 1440, height: 900 });
  await panel.getByRole('button', { name: 'Show all by Olaf Overberg' }).click();
  await expect(adminPage.getByRole('searchbox')).toHaveValue(admin.email);
  await entries.getByRole('button').focus();
  await adminPage.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  await inspect(adminPage, 'the audit trail');
  await adminPage.setViewportSize({ width: 1440, height: 900 });

  const download = adminPage.waitForEvent('download');
  await adminPage.getByRole('button', { name: 'Download CSV' }).click();
  expect((await download).suggestedFilename()).toBe('audit-trail.csv');
  await adminPage.getByRole('button', { name: 'Show all' }).click();
  await expect(adminPage.getByLabel('Owner')).toHaveValue('');
  await adminPage.getByLabel('Object', { exact: true }).fill('no id');
  await expect(adminPage.getByText('Enter a valid ID.')).toBeVisible();
});

test('support cannot open the audit trail, and a user cannot open the console search', { tag: '@slow' }, async ({ browser }) => {
  const sam = await ApiPerson.create(product, 'sam@console-overview.example', 'Sam Support');
  await withProductDatabase(product, (db) => db.updateTable('users').set({ role: 'support' }).where('id', '=', sam.userId).execute());
  const support = await openSignedInPage(browser, sam);
  await expect(support.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'System' })).toBeVisible();
  await expect(support.getByRole('link', { name: 'Audit Trail' })).toHaveCount(0);
  await createFailedMail('other@console-overview.example');
  await support.goto(`${product.origin}/admin/system`);
  await expect(support.getByRole('table', { name: 'Jobs' })).toBeVisible();
  await expect(support.getByRole('button', { name: /^Retry/ })).toHaveCount(0);
  await support.context().close();
  const user = await openSignedInPage(browser, await ApiPerson.create(product, 'user@console-overview.example'));
  await user.keyboard.press('Control+k');
  await expect(user.getByRole('button', { name: /^Search/ })).toHaveCount(0);
  await expect(user.getByRole('dialog', { name: 'Search' })).toHaveCount(0);
  await user.context().close();
});
