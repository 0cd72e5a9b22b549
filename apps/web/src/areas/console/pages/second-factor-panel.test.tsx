/** The panel of the console that requires two-step sign-in by role. The server's tests have the rules. */
import { screen, waitFor, within } from '@testing-library/react';
import { readAlerts } from '@vitrine/contract/alerts.endpoints';
import { editSecondFactorSettings, readSecondFactorSettings } from '@vitrine/contract/second-factor.endpoints';
import type { SecondFactorSettings, SecondFactorSettingsBody } from '@vitrine/contract/second-factor-settings';
import { readServerMove } from '@vitrine/contract/server-move.endpoints';
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

const createApi = (user: typeof ADMIN) =>
  signedInApi(user).result(readSystem, SYSTEM).result(listJobs, []).refuse(readAlerts, 'UNAVAILABLE').refuse(readServerMove, 'UNAVAILABLE');

it('lets a super-admin choose the roles', async () => {
  signIn(ROOT);
  let state: SecondFactorSettings = {
    isRequiredForAll: false,
    roles: [{ role: 'admin', requiredBy: '2026-01-08T10:00:00.000Z' }],
    updatedAt: '2026-01-01T10:00:00.000Z',
  };
  const api = createApi(ROOT)
    .on(readSecondFactorSettings, () => ({ result: state }))
    .on(editSecondFactorSettings, ({ body }) => {
      const { roles } = body as SecondFactorSettingsBody;
      state = { ...state, roles: roles.map((role) => ({ role, requiredBy: '2099-01-08T10:00:00.000Z' })) };
      return { result: state, message: 'Two-step sign-in settings saved.' };
    });
  const { user } = await renderApp('/admin/system', api);
  const panel = within(await screen.findByRole('region', { name: 'Two-step sign-in' }));
  expect(await panel.findByText('Required')).toBeVisible();
  expect(panel.getAllByText('Optional')).toHaveLength(4);
  await user.click(panel.getByRole('button', { name: 'Choose roles' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Require two-step sign-in' }));
  await user.click(dialog.getByRole('switch', { name: 'Administrators' }));
  await user.click(dialog.getByRole('switch', { name: 'Support' }));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(api.requestsTo(editSecondFactorSettings).at(-1)?.body).toEqual({ roles: ['support'], updatedAt: '2026-01-01T10:00:00.000Z' });
  expect(await panel.findByText(/^Required from .* on$/)).toBeVisible();
});

it('is not shown to other administrators', async () => {
  signIn(ADMIN);
  await renderApp('/admin/system', createApi(ADMIN));
  expect(await screen.findByRole('region', { name: 'Disk' })).toBeVisible();
  expect(screen.queryByRole('region', { name: 'Two-step sign-in' })).toBeNull();
});
