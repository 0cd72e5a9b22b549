import { act, screen, waitFor, within } from '@testing-library/react';
import type { CapFeed } from '@vitrine/contract/cap-feeds';
import { createCapFeed, deleteCapFeed, editCapFeed, editPostingKeys, listCapFeeds } from '@vitrine/contract/cap-feeds.endpoints';
import { listDevices, readDeviceProgress } from '@vitrine/contract/devices.endpoints';
import type { EmergencyAlert, EmergencyMessage } from '@vitrine/contract/emergency';
import {
  createEmergencyMessage,
  deleteEmergencyMessage,
  endEmergency,
  extendEmergency,
  listEmergencyAlerts,
  listEmergencyMessages,
  raiseEmergency,
  readEmergencyAlert,
} from '@vitrine/contract/emergency.endpoints';
import { expect, it, vi } from 'vitest';
import { nudge } from '../../../testing/fake-live.ts';
import { aDevice } from '../../../testing/playlists-and-devices.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { signedInApi, signIn } from '../../../testing/signed-in.ts';

const MESSAGE: EmergencyMessage = {
  _id: '00000000-0000-7000-8000-0000000e0001',
  orgId: null,
  texts: [{ language: 'en', title: 'Leave the building', text: 'Use the stairs.' }],
  color: 'red',
  mediaId: null,
  picture: null,
  isForAll: true,
  tagIds: [],
  deviceIds: [],
  minutes: 60,
  cap: null,
  sound: 'none',
  isSoundForced: true,
  key: null,
  screens: 12,
  alertId: null,
};
const ALERT: EmergencyAlert = {
  _id: '00000000-0000-7000-8000-0000000e0002',
  orgId: null,
  messageId: MESSAGE._id,
  title: 'Leave the building',
  color: 'red',
  drill: false,
  raisedBy: 'Ana Berger',
  raisedFrom: 'person',
  isFromCap: false,
  raisedAt: '2026-05-04T10:00:00.000Z',
  endsAt: '2099-05-04T11:00:00.000Z',
  endedAt: null,
  screens: 12,
  shown: 11,
};
const DETAILS = { ...ALERT, missing: [], silent: [{ _id: ALERT._id, name: 'Hall' }] };
const ENDED: EmergencyAlert = { ...ALERT, _id: '00000000-0000-7000-8000-0000000e0003', endedAt: '2026-05-04T10:30:00.000Z', shown: 12 };

const FEED: CapFeed = {
  _id: '00000000-0000-7000-8000-0000000e0004',
  orgId: null,
  name: 'Weather service',
  address: 'https://warnings.example/cap.atom',
  intervalMinutes: 5,
  hasDrills: false,
  trustedKeys: null,
  state: 'failing',
  checkedAt: '2026-05-04T10:00:00.000Z',
  failingSince: '2026-05-04T10:00:00.000Z',
  failure: 'The site can’t be reached.',
  problem: null,
  problemAt: null,
};

const anApi = (messages: EmergencyMessage[], alerts: EmergencyAlert[] = []) =>
  signedInApi()
    .on(listEmergencyMessages, () => ({ result: messages }))
    .on(listEmergencyAlerts, () => ({ result: alerts.map((alert) => ({ ...alert })) }))
    .on(readEmergencyAlert, () => ({
      result: { ...(alerts[0] ?? ALERT), missing: [{ _id: ALERT._id, name: 'Lobby', isOnline: false }], silent: [] },
    }))
    .on(listCapFeeds, () => ({ result: { feeds: [FEED], postingKeys: null } }));

async function openPage(api: ReturnType<typeof anApi>) {
  signIn();
  const page = await renderApp('/main/emergency', api);
  await screen.findByRole('heading', { name: 'Emergency messages', level: 1 });
  return page;
}

it('raises a message in two steps', async () => {
  const api = anApi([MESSAGE]).result(raiseEmergency, ALERT);
  const { user } = await openPage(api);
  await user.click(await screen.findByRole('button', { name: 'Raise Leave the building' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText('Use the stairs.')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Show it on 12 screens now' }));
  await waitFor(() => expect(api.requestsTo(raiseEmergency).map(({ body }) => body)).toEqual([{ minutes: 60, drill: false }]));
  expect(await screen.findByText('The alert was sent to the screens.')).toBeVisible();
});

it('starts a drill', async () => {
  const api = anApi([MESSAGE]).result(raiseEmergency, { ...ALERT, drill: true });
  const { user } = await openPage(api);
  await user.click(await screen.findByRole('button', { name: 'Raise Leave the building' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('radio', { name: 'Drill' }));
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Ends after' }), '10 minutes');
  await user.click(dialog.getByRole('button', { name: 'Start the drill on 12 screens' }));
  await waitFor(() => expect(api.requestsTo(raiseEmergency).map(({ body }) => body)).toEqual([{ minutes: 10, drill: true }]));
});

it('counts the screens live and names those that were not reached', async () => {
  const alerts = [{ ...ALERT }];
  await openPage(anApi([{ ...MESSAGE, alertId: ALERT._id }], alerts));
  expect(await screen.findByText('11 of 12 screens show it')).toBeVisible();
  const missing = await screen.findByRole('list', { name: 'Screens that do not show it' });
  expect(within(missing).getByText('Lobby (offline)')).toBeVisible();
  Object.assign(alerts[0] ?? {}, { shown: 12 });
  nudge('emergency');
  expect(await screen.findByText('12 of 12 screens show it · Done')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Screens that do not show it' })).toBeNull());
});

it('extends an alert and ends it', async () => {
  const api = anApi([MESSAGE], [ALERT]).result(extendEmergency, ALERT).result(endEmergency, ENDED);
  const { user } = await openPage(api);
  await user.click(await screen.findByRole('button', { name: 'Extend' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Ends in 2 hours' }));
  await waitFor(() => expect(api.requestsTo(extendEmergency).map(({ body }) => body)).toEqual([{ minutes: 120 }]));
  await user.click(screen.getByRole('button', { name: 'End alert' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'End alert' }));
  await waitFor(() => expect(api.requestsTo(endEmergency)).toHaveLength(1));
});

it('lists the last alerts', async () => {
  await openPage(anApi([MESSAGE], [ENDED, { ...ENDED, _id: MESSAGE._id, title: 'Flood', shown: 3 }]));
  const list = within(await screen.findByRole('list', { name: 'Last alerts' }));
  expect(list.getByText('Done')).toBeVisible();
  expect(list.getByText('Not done')).toBeVisible();
});

it('prepares the first message', async () => {
  const api = anApi([]).result(createEmergencyMessage, MESSAGE);
  const { user } = await openPage(api);
  await screen.findByRole('heading', { name: 'No emergency messages yet' });
  await user.click(screen.getByRole('button', { name: 'New message' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'Save message' }));
  expect(await dialog.findByText('Enter a title')).toBeVisible();
  await user.type(dialog.getByRole('textbox', { name: /^Title/ }), 'Fire');
  await user.click(dialog.getByRole('button', { name: 'Add language' }));
  const [, second] = dialog.getAllByRole('textbox', { name: /^Title/ });
  await user.type(second as HTMLElement, 'Feuer');
  await user.click(dialog.getByRole('button', { name: 'Save message' }));
  await waitFor(() =>
    expect(api.requestsTo(createEmergencyMessage)[0]?.body).toMatchObject({
      texts: [
        { language: 'en', title: 'Fire' },
        { language: 'de', title: 'Feuer' },
      ],
      isForAll: true,
      minutes: 60,
      cap: null,
    }),
  );
});

it('deletes a message', async () => {
  const api = anApi([MESSAGE]).result(deleteEmergencyMessage, undefined);
  const { user } = await openPage(api);
  await user.click(await screen.findByRole('button', { name: 'Actions for Leave the building' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete message' }));
  await waitFor(() => expect(api.requestsTo(deleteEmergencyMessage)).toHaveLength(1));
});

it('reports lists that could not be loaded', async () => {
  const api = anApi([MESSAGE]).refuse(listEmergencyMessages, 'UNAVAILABLE');
  await openPage(api);
  expect(await screen.findByRole('heading', { name: 'Couldn’t load this' })).toBeVisible();
});

it('names what raised an alert, and the screens that show it without sound', async () => {
  const alert: EmergencyAlert = { ...ALERT, raisedFrom: 'screen', raisedBy: 'Reception', shown: 12 };
  await openPage(anApi([MESSAGE], [alert]).result(readEmergencyAlert, DETAILS));
  expect(await screen.findByText(/Raised by keys on the screen “Reception”/)).toBeVisible();
  expect(within(await screen.findByRole('list', { name: 'Screens without sound' })).getByText('Hall (without sound)')).toBeVisible();
});

it('prepares a message with a sound and a key', async () => {
  const noDevices = { devices: [], devicesCount: 0, limit: { used: 0, allowed: 5, hasEnded: false } };
  const api = anApi([MESSAGE]).result(createEmergencyMessage, MESSAGE).result(listDevices, noDevices);
  const { user } = await openPage(api);
  await user.click(await screen.findByRole('button', { name: 'New message' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByRole('textbox', { name: /^Title/ }), 'Fire');
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Sound' }), 'Evacuation signal');
  await user.click(dialog.getByRole('switch', { name: 'Also on muted screens' }));
  await user.click(dialog.getByRole('switch', { name: 'Also raise it by keys on a screen' }));
  await user.click(dialog.getByRole('button', { name: 'Save message' }));
  expect(await dialog.findByText('Choose at least one screen')).toBeVisible();
  await user.click(dialog.getByRole('switch', { name: 'Also raise it by keys on a screen' }));
  await user.click(dialog.getByRole('button', { name: 'Save message' }));
  await waitFor(() =>
    expect(api.requestsTo(createEmergencyMessage)[0]?.body).toMatchObject({ sound: 'evacuation', isSoundForced: false, key: null }),
  );
});

it('names the screens of a message that are not among the first ones of the account', async () => {
  const hall = aDevice({ _id: '00000000-0000-7000-8000-0000000e0005', name: 'Hall' });
  const noDevices = { devices: [], devicesCount: 0, limit: { used: 0, allowed: 5, hasEnded: false } };
  const api = anApi([{ ...MESSAGE, isForAll: false, deviceIds: [hall._id] }])
    .result(listDevices, noDevices)
    .result(readDeviceProgress, { count: 1, ready: 1, faulty: 0, active: 0, gone: [], devices: [hall] });
  const { user } = await openPage(api);
  await user.click(await screen.findByRole('button', { name: 'Actions for Leave the building' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Edit' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(await dialog.findByText('Hall')).toBeVisible();
  expect(api.requestsTo(readDeviceProgress).map(({ body }) => body)).toEqual([{ deviceId: [hall._id] }]);
});

it('plays no preview of a sound that was changed before the browser allowed it', async () => {
  let allow: () => void = () => undefined;
  const [close, createGain] = [vi.fn(async () => undefined), vi.fn()];
  const resume = () => new Promise<void>((resolve) => (allow = resolve));
  vi.stubGlobal('AudioContext', function AudioContext() {
    return { resume, close, createGain };
  });
  const { user } = await openPage(anApi([MESSAGE]));
  await user.click(await screen.findByRole('button', { name: 'New message' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Sound' }), 'Siren');
  await user.click(dialog.getByRole('button', { name: 'Listen' }));
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Sound' }), 'None');
  expect(close).toHaveBeenCalledOnce();
  await act(async () => allow());
  expect(createGain).not.toHaveBeenCalled();
  vi.unstubAllGlobals();
});

it('shows why a feed does not work, edits it and deletes it', async () => {
  const api = anApi([MESSAGE]).result(editCapFeed, FEED).result(deleteCapFeed, undefined);
  const { user } = await openPage(api);
  const list = within(await screen.findByRole('list', { name: 'Public warnings' }));
  expect(list.getByText('The site can’t be reached.')).toBeVisible();
  await user.click(list.getByRole('button', { name: 'Actions for Weather service' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Edit' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Fetch' }), 'Every minute');
  await user.click(dialog.getByRole('switch', { name: 'Require a valid signature' }));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText('Enter a certificate or a public key')).toBeVisible();
  await user.type(dialog.getByRole('textbox', { name: /PEM/ }), '-----BEGIN');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(api.requestsTo(editCapFeed)[0]?.body).toMatchObject({ intervalMinutes: 1, address: FEED.address, trustedKeys: '-----BEGIN' }),
  );
  await user.click(await screen.findByRole('button', { name: 'Actions for Weather service' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete feed' }));
  await waitFor(() => expect(api.requestsTo(deleteCapFeed)).toHaveLength(1));
});

it('adds a feed, and requires signatures of posted alerts', async () => {
  const api = anApi([MESSAGE]).result(createCapFeed, FEED).result(editPostingKeys, undefined);
  const { user } = await openPage(api);
  await user.click(await screen.findByRole('button', { name: 'Add feed' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'Add feed' }));
  expect(await dialog.findByText('Enter a name')).toBeVisible();
  await user.type(dialog.getByRole('textbox', { name: /^Name/ }), 'Warnings');
  await user.type(dialog.getByRole('textbox', { name: /^Address/ }), 'https://warnings.example/');
  await user.click(dialog.getByRole('button', { name: 'Add feed' }));
  await waitFor(() =>
    expect(api.requestsTo(createCapFeed)[0]?.body).toMatchObject({ name: 'Warnings', hasDrills: false, trustedKeys: null }),
  );
  await user.click(await screen.findByRole('button', { name: 'Signatures' }));
  const posting = within(await screen.findByRole('dialog'));
  await user.click(posting.getByRole('switch', { name: 'Require a valid signature' }));
  await user.type(posting.getByRole('textbox', { name: /PEM/ }), '-----BEGIN');
  await user.click(posting.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(api.requestsTo(editPostingKeys)[0]?.body).toMatchObject({ trustedKeys: '-----BEGIN' }));
});
