/** The panel of the console that moves screens to another address. The server's tests have the rules. */
import { screen, waitFor, within } from '@testing-library/react';
import { readAlerts } from '@vitrine/contract/alerts.endpoints';
import { readSecondFactorSettings } from '@vitrine/contract/second-factor.endpoints';
import type { ServerMove } from '@vitrine/contract/server-move';
import { endServerMove, readServerMove, startServerMove } from '@vitrine/contract/server-move.endpoints';
import type { SystemState } from '@vitrine/contract/system';
import { listJobs, readSystem } from '@vitrine/contract/system.endpoints';
import { expect, it } from 'vitest';
import { ADMIN } from '../../../testing/console.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { signedInApi, signIn } from '../../../testing/signed-in.ts';

const SYSTEM: SystemState = {
  processes: [],
  jobs: [],
  disk: { folder: '/data', total: 1e12, free: 5e11, isLow: false },
  database: { size: 1e6, version: '17', schema: '1', connections: 1, connectionsMax: 100 },
  mail: { isSent: true, sentAt: null, failedAt: null, error: null },
  slow: { source: 'database', statements: [] },
};
const ROOT = { ...ADMIN, isSuperAdmin: true };
const IDLE: ServerMove = { currentAddress: 'https://old.example', move: null };
const RUNNING: ServerMove = {
  currentAddress: 'https://old.example',
  move: {
    _id: '0198c0de-0000-7000-8000-000000000001',
    address: 'https://new.example',
    startedAt: '2026-01-01T10:00:00.000Z',
    checkedAt: null,
    total: 120,
    moved: 118,
    remaining: [
      { _id: '0198c0de-0000-7000-8000-000000000002', name: 'Lobby', deviceId: 'K12345', isOnline: true, failure: 'refused' },
      { _id: '0198c0de-0000-7000-8000-000000000003', name: 'Roof', deviceId: 'K12346', isOnline: false, failure: null },
    ],
  },
};

const createApi = (user: typeof ADMIN) =>
  signedInApi(user)
    .result(readSystem, SYSTEM)
    .result(listJobs, [])
    .refuse(readAlerts, 'UNAVAILABLE')
    .refuse(readSecondFactorSettings, 'UNAVAILABLE');

it('starts a move, names the screens that have not moved, and ends it', async () => {
  signIn(ROOT);
  let state = IDLE;
  const api = createApi(ROOT)
    .on(readServerMove, () => ({ result: state }))
    .on(startServerMove, () => {
      state = RUNNING;
      return { result: state, message: 'Screens are being moved.' };
    })
    .on(endServerMove, () => {
      state = IDLE;
      return { message: 'The move has ended.' };
    });
  const { user } = await renderApp('/admin/system', api);
  const panel = within(await screen.findByRole('region', { name: 'Address of the screens' }));
  expect(await panel.findByText('https://old.example')).toBeVisible();
  await user.click(panel.getByRole('button', { name: 'Move to another address' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Move to another address' }));
  await user.type(dialog.getByLabelText('New address'), 'https://new.example');
  await user.click(dialog.getByRole('button', { name: 'Move screens' }));
  expect(await panel.findByText('118 of 120 screens moved')).toBeVisible();
  expect(api.requestsTo(startServerMove).at(-1)?.body).toEqual({ address: 'https://new.example' });
  const rows = within(panel.getByRole('table', { name: 'Screens that have not moved' })).getAllByRole('row');
  expect(rows.slice(1).map((row) => row.textContent)).toEqual([
    expect.stringContaining('Not known at the new address'),
    expect.stringContaining('Offline'),
  ]);
  await user.click(panel.getByRole('button', { name: 'End the move' }));
  const confirmation = within(await screen.findByRole('alertdialog', { name: 'End the move?' }));
  expect(confirmation.getByText(/^2 screens will stay at the current address/)).toBeVisible();
  await user.click(confirmation.getByRole('button', { name: 'End the move' }));
  await waitFor(() => expect(panel.queryByText('118 of 120 screens moved')).toBeNull());
});

it('shows why an address is refused', async () => {
  signIn(ROOT);
  const api = createApi(ROOT).result(readServerMove, IDLE).refuse(startServerMove, 'SERVER_MOVE_REFUSED');
  const { user } = await renderApp('/admin/system', api);
  await user.click(await screen.findByRole('button', { name: 'Move to another address' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Move to another address' }));
  await user.type(dialog.getByLabelText('New address'), 'https://other.example');
  await user.click(dialog.getByRole('button', { name: 'Move screens' }));
  expect(await dialog.findByText('Screens can’t be moved to this address.')).toBeVisible();
});

it('is not shown to other administrators', async () => {
  signIn(ADMIN);
  await renderApp('/admin/system', createApi(ADMIN));
  expect(await screen.findByRole('region', { name: 'Disk' })).toBeVisible();
  expect(screen.queryByRole('region', { name: 'Address of the screens' })).toBeNull();
});
