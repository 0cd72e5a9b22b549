/** The audit trail with its filters and details. The server's tests filter real entries (`audit.test.ts`). */
import { screen, waitFor, within } from '@testing-library/react';
import type { AuditEntryDetails } from '@vitrine/contract/audit';
import { exportAudit, listAudit, listAuditChoices, readAuditEntry } from '@vitrine/contract/audit.endpoints';
import { expect, it, vi } from 'vitest';
import { ADMIN } from '../../../testing/console.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { ANA, signedInApi, signIn } from '../../../testing/signed-in.ts';

const OLAF = { ...ADMIN, _id: '00000000-0000-7000-8000-0000000000b1', name: 'Olaf Overberg', email: 'olaf@example.com' };
const NORA = { _id: ANA._id, name: 'Nora After', email: 'nora@example.com' };

/** An entry about the account of Nora. */
const anEntry = (index: number, action: string, before: object, after: object): AuditEntryDetails => ({
  _id: `00000000-0000-7000-8000-0000000e000${index}`,
  createdAt: '2026-11-28T10:00:00.000Z',
  actor: { _id: OLAF._id, name: OLAF.name, email: OLAF.email },
  owner: NORA,
  action,
  table: 'users',
  objectIds: [NORA._id],
  objectName: NORA.name,
  before: { [NORA._id]: { ...before } },
  after: { [NORA._id]: { ...after } },
  detail: {},
});

const ENTRIES = [
  anEntry(1, 'account.disable', { name: 'Nora After', disabled_at: null }, { disabled_at: '2026-11-28T10:00:00.000Z' }),
  anEntry(2, 'account.edit', { name: 'Nora Before' }, { name: 'Nora After' }),
  { ...anEntry(3, 'alerts.update', {}, {}), owner: null, table: null, objectIds: [], objectName: null, before: {}, after: {} },
];

async function openTrail(address = '/admin/audit') {
  signIn(OLAF);
  const api = signedInApi(OLAF)
    .result(listAuditChoices, { actions: ENTRIES.map(({ action }) => action), tables: ['users'] })
    .on(listAudit, ({ query: { owner, action, actor } }) => ({
      result: ENTRIES.filter(
        (entry) =>
          (!owner || entry.owner?.email === owner) && (!action || entry.action === action) && (!actor || entry.actor.email === actor),
      ),
    }))
    .on(readAuditEntry, ({ params }) => ({ result: ENTRIES.find(({ _id }) => _id === params['id']) as AuditEntryDetails }));
  return { ...(await renderApp(address, api)), api };
}

const rows = () =>
  within(screen.getByRole('table', { name: 'Entries' }))
    .getAllByRole('row')
    .slice(1);
const expectRows = (count: number) => waitFor(() => expect(rows()).toHaveLength(count));

it('filters by owner and action, and keeps both filters in the address', async () => {
  const { user, router, api } = await openTrail();
  await screen.findByRole('table', { name: 'Entries' });
  await expectRows(3);
  await user.type(screen.getByLabelText('Owner'), NORA.email);
  await expectRows(2);
  await user.selectOptions(screen.getByLabelText('Action'), 'Account: edit');
  await expectRows(1);
  expect(router.state.location.search).toMatchObject({ owner: NORA.email, action: 'account.edit' });
  expect(api.requestsTo(listAudit).at(-1)?.query).toMatchObject({ owner: NORA.email, action: 'account.edit' });
});

it('opens with the filters of its address, and shows all entries on request', async () => {
  const { user } = await openTrail(`/admin/audit?owner=${NORA.email}&action=account.edit`);
  expect(await screen.findByLabelText('Owner')).toHaveValue(NORA.email);
  await screen.findByRole('table', { name: 'Entries' });
  await expectRows(1);
  await user.click(screen.getByRole('button', { name: 'Show all' }));
  await waitFor(() => expect(screen.getByLabelText('Owner')).toHaveValue(''));
  await expectRows(3);
});

it('shows the values before and after a change by keyboard, finds all changes of its actor, and closes with Escape', async () => {
  const { user, api } = await openTrail(`/admin/audit?owner=${NORA.email}&action=account.edit`);
  const open = await screen.findByRole('button', { name: /^Account: edit, Nora After, by Olaf Overberg/ });
  open.focus();
  await user.keyboard('{Enter}');
  const panel = within(await screen.findByRole('dialog', { name: 'Entry details' }));
  const change = within(await panel.findByRole('region', { name: 'Nora Before' }));
  expect(change.getByRole('deletion')).toHaveTextContent('Nora Before');
  expect(change.getByRole('insertion')).toHaveTextContent('Nora After');
  await user.click(panel.getByRole('button', { name: 'Show all by Olaf Overberg' }));
  await waitFor(() => expect(api.requestsTo(listAudit).at(-1)?.query).toMatchObject({ actor: OLAF.email }));
  expect(screen.getByRole('searchbox', { hidden: true })).toHaveValue(OLAF.email);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('saves the filtered entries as a file, and refuses an invalid id', async () => {
  const { user, api } = await openTrail(`/admin/audit?owner=${NORA.email}`);
  const saved: string[] = [];
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  api.on(exportAudit, () => ({}));
  await user.click(await screen.findByRole('button', { name: 'Download CSV' }));
  await waitFor(() => expect(saved).toEqual(['audit-trail.csv']));
  expect(api.requestsTo(exportAudit)[0]?.query).toMatchObject({ owner: NORA.email });
  click.mockRestore();
  await user.type(screen.getByLabelText('Object'), 'no id');
  expect(await screen.findByText('Enter a valid ID.')).toBeVisible();
});
