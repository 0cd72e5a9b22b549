/** The alerts of the console and their form. A journey saves real settings. */
import { screen, waitFor, within } from '@testing-library/react';
import type { AlertSettingsBody, AlertState } from '@vitrine/contract/alerts';
import { editAlerts, readAlerts } from '@vitrine/contract/alerts.endpoints';
import type { SystemState } from '@vitrine/contract/system';
import { listJobs, readSystem } from '@vitrine/contract/system.endpoints';
import { expect, it } from 'vitest';
import { ADMIN } from '../../../testing/console.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { signedInApi, signIn } from '../../../testing/signed-in.ts';

const STATE: AlertState = {
  settings: {
    screensOffline: { isOn: true, minutes: 15, count: 1 },
    diskFull: { isOn: true, percent: 90 },
    jobsFailed: { isOn: true, count: 10 },
    renewalsFailed: { isOn: true, count: 3 },
    quietMinutes: 60,
    recipients: [],
  },
  updatedAt: '2026-11-01T10:00:00.000Z',
  readers: [ADMIN.email],
  standing: [],
};

const SYSTEM: SystemState = {
  processes: [],
  jobs: [],
  disk: { folder: '/data', total: 1e12, free: 5e11, isLow: false },
  database: { size: 1e6, version: '17', schema: '1', connections: 1, connectionsMax: 100 },
  mail: { isSent: true, sentAt: null, failedAt: null, error: null },
  slow: { source: 'database', statements: [] },
};

it('refuses invalid values with a message at the field, and shows what was saved', async () => {
  signIn(ADMIN);
  let state = STATE;
  const api = signedInApi(ADMIN)
    .result(readSystem, SYSTEM)
    .result(listJobs, [])
    .on(readAlerts, () => ({ result: state }))
    .on(editAlerts, ({ body }) => {
      const { updatedAt: _updatedAt, ...settings } = body as AlertSettingsBody;
      state = { ...STATE, settings, readers: settings.recipients };
      return { result: state, message: 'Alerts saved.' };
    });
  const { user } = await renderApp('/admin/system', api);
  const alerts = within(await screen.findByRole('region', { name: 'Alerts' }));
  expect(await alerts.findByText('1 screen or more, for 15 minutes')).toBeVisible();
  expect(alerts.getByText(ADMIN.email)).toBeVisible();
  await user.click(alerts.getByRole('button', { name: 'Edit alerts' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit alerts' }));
  const fill = async (label: string | RegExp, text: string) => {
    await user.clear(dialog.getByLabelText(label));
    await user.type(dialog.getByLabelText(label), text);
  };
  const save = () => user.click(dialog.getByRole('button', { name: 'Save' }));
  await fill(/^Minutes offline/, '4');
  await fill(/^Recipients/, 'desk@example.com{Enter}nobody');
  await save();
  expect(await dialog.findByText('Enter a whole number between 5 and 10080.')).toBeVisible();
  expect(dialog.getByText('nobody is not a valid email address.')).toBeVisible();
  expect(api.requestsTo(editAlerts)).toEqual([]);
  await fill(/^Minutes offline/, '30');
  await fill(/^Recipients/, 'desk@example.com');
  await user.click(dialog.getByRole('switch', { name: 'Renewals failing' }));
  await save();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await screen.findByText('Alerts saved.')).toBeVisible();
  expect(await alerts.findByText('1 screen or more, for 30 minutes')).toBeVisible();
  expect(alerts.getByText('Off', { exact: true })).toBeVisible();
  expect(alerts.getByText('desk@example.com')).toBeVisible();
});
