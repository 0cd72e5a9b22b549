import { screen, within } from '@testing-library/react';
import { listDeviceTags } from '@vitrine/contract/bulk-devices.endpoints';
import { DEFAULT_ALERT_CONDITIONS, type ScreenAlerts } from '@vitrine/contract/screen-alerts';
import {
  deleteTagAlerts,
  editAlertSubscription,
  editScreenAlerts,
  editTagAlerts,
  readScreenAlerts,
} from '@vitrine/contract/screen-alerts.endpoints';
import { expect, it } from 'vitest';
import { renderApp } from '../../../testing/render-app.tsx';
import { signedInApi, signIn } from '../../../testing/signed-in.ts';

const TAG_ID = '00000000-0000-7000-8000-0000000a0001';
const DEVICE_ID = '00000000-0000-7000-8000-0000000a0002';
const CALM: ScreenAlerts = {
  conditions: DEFAULT_ALERT_CONDITIONS,
  source: { isOn: true },
  hasSources: true,
  quietHours: null,
  tags: [],
  subscription: { byEmail: true, byNotification: true },
  active: [],
  activeCount: 0,
};

async function openPage(alerts: ScreenAlerts, api = signedInApi()) {
  signIn();
  api.result(readScreenAlerts, alerts);
  const page = await renderApp('/main/alerts', api);
  await screen.findByRole('heading', { name: 'Active now' });
  return page;
}

it('lists active alerts with links to the screens, sources and feeds', async () => {
  const since = '2026-05-04T10:00:00.000Z';
  const active = [
    { kind: 'offline' as const, deviceId: DEVICE_ID, name: 'Kitchen', since },
    { kind: 'source' as const, deviceId: null, name: 'Canteen', since },
    { kind: 'feed' as const, deviceId: null, name: 'Storms', since },
  ];
  await openPage({ ...CALM, active, activeCount: 120 });
  const list = within(screen.getByRole('list', { name: 'Active alerts' }));
  expect(list.getByRole('link', { name: 'Kitchen' })).toHaveAttribute('href', expect.stringContaining(DEVICE_ID));
  expect(list.getByRole('link', { name: 'Canteen' })).toHaveAttribute('href', expect.stringContaining('/main/sources'));
  expect(list.getByRole('link', { name: 'Storms' })).toHaveAttribute('href', expect.stringContaining('/main/emergency'));
  expect(list.getByText('can’t be fetched')).toBeVisible();
  expect(screen.getByText('and 117 more')).toBeVisible();
});

it('saves conditions and quiet hours', async () => {
  const api = signedInApi().on(editScreenAlerts, () => ({ message: 'Changes saved.' }));
  const { user } = await openPage(CALM, api);
  expect(screen.getByText('No active alerts. Problems of your screens, data sources and feeds appear here.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Edit alerts' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.clear(dialog.getByLabelText('Minutes without a connection'));
  await user.type(dialog.getByLabelText('Minutes without a connection'), '4');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText('Enter a whole number from 5 to 2880.')).toBeVisible();
  await user.clear(dialog.getByLabelText('Minutes without a connection'));
  await user.type(dialog.getByLabelText('Minutes without a connection'), '10');
  await user.click(dialog.getByRole('switch', { name: 'Too hot' }));
  await user.click(dialog.getByRole('switch', { name: 'Quiet hours' }));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await screen.findByText('Alerts saved.');
  expect(api.requestsTo(editScreenAlerts)[0]?.body).toMatchObject({
    conditions: { offline: { isOn: true, minutes: 10 }, temperature: { isOn: false } },
    quietHours: { from: '22:00', until: '07:00' },
  });
});

it('turns emails off at once', async () => {
  const api = signedInApi().on(editAlertSubscription, () => ({ message: 'Changes saved.' }));
  const { user } = await openPage(CALM, api);
  await user.click(screen.getByRole('switch', { name: 'Email' }));
  expect(api.requestsTo(editAlertSubscription)[0]?.body).toMatchObject({ byEmail: false, byNotification: true });
});

it('adds and removes the settings of a tag', async () => {
  const api = signedInApi()
    .result(listDeviceTags, [{ _id: TAG_ID, name: 'Lobby', orgId: null, devices: 3 }])
    .on(editTagAlerts, () => ({ message: 'Changes saved.' }))
    .on(deleteTagAlerts, () => ({ message: 'Changes saved.' }));
  const { user } = await openPage({ ...CALM, tags: [{ tagId: DEVICE_ID, name: 'Bar', conditions: DEFAULT_ALERT_CONDITIONS }] }, api);
  await user.click(screen.getByRole('button', { name: 'Add tag' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.selectOptions(await dialog.findByLabelText('Tag'), await dialog.findByRole('option', { name: 'Lobby' }));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await screen.findByText('Alerts saved.');
  expect(api.requestsTo(editTagAlerts)[0]?.body).toMatchObject({ conditions: DEFAULT_ALERT_CONDITIONS });
  await user.click(await screen.findByRole('button', { name: 'Remove alerts of Bar' }));
  await user.click(await screen.findByRole('button', { name: 'Remove settings' }));
  expect(await screen.findByText('Changes saved.')).toBeVisible();
});

it.each([
  [[], 'No tags yet. Open a device to add tags to it.'],
  [[{ _id: TAG_ID, name: 'Lobby', orgId: null, devices: 3 }], 'All tags have their own settings already.'],
])('explains why no tag can be chosen', async (tags, hint) => {
  const api = signedInApi().result(listDeviceTags, tags);
  const { user } = await openPage({ ...CALM, tags: [{ tagId: TAG_ID, name: 'Lobby', conditions: DEFAULT_ALERT_CONDITIONS }] }, api);
  await user.click(screen.getByRole('button', { name: 'Add tag' }));
  expect(await screen.findByText(hint)).toBeVisible();
});

it('states the quiet hours', async () => {
  await openPage({ ...CALM, quietHours: { from: '22:00', until: '07:00', timeZone: 'America/New_York' } });
  expect(screen.getByText('10:00 PM to 7:00 AM, America/New York time')).toBeVisible();
});
