import { screen, waitFor, within } from '@testing-library/react';
import type { PlaysReport, ScreensReport } from '@vitrine/contract/reports';
import { editReportEmails, readPlaysReport, readReportEmails, readScreensReport } from '@vitrine/contract/reports.endpoints';
import { expect, it } from 'vitest';
import { renderApp } from '../../../testing/render-app.tsx';
import { signedInApi, signIn } from '../../../testing/signed-in.ts';

const LOBBY = '00000000-0000-7000-8000-0000000f0001';
const HEAD = {
  from: '2026-05-01',
  to: '2026-05-07',
  timeZones: ['Europe/Berlin'],
  timeZoneCount: 1,
  screens: 2,
  filters: { screen: null, tag: null, playlist: null, item: null },
};
const PLAYS: PlaysReport = {
  ...HEAD,
  count: 1234,
  shownMs: 5 * 3_600_000,
  summedAt: null,
  missingDays: 0,
  rows: [
    { key: LOBBY, name: 'Lobby', count: 1200, shownMs: 4 * 3_600_000 },
    { key: '00000000-0000-7000-8000-0000000f0002', name: 'Kitchen', count: 34, shownMs: 3_600_000 },
  ],
  next: null,
};
const NO_PLAYS: PlaysReport = { ...PLAYS, count: 0, shownMs: 0, rows: [] };
const CONDITION = { expectedMs: 10 * 3_600_000, onlineMs: 9 * 3_600_000, downloads: 12, downloadBytes: 5_000_000 };
const SCREENS: ScreensReport = {
  ...HEAD,
  ...CONDITION,
  days: [{ day: '2026-05-01', ...CONDITION }],
  rows: [{ _id: LOBBY, name: 'Lobby', timeZone: 'Europe/Berlin', ...CONDITION, shownMs: 3_600_000 }],
  next: null,
};

const anApi = (plays: PlaysReport) =>
  signedInApi()
    .on(readPlaysReport, () => ({ result: plays }))
    .on(readScreensReport, () => ({ result: SCREENS }))
    .on(readReportEmails, () => ({ result: { weekly: false, monthly: true, email: 'ana@example.com' } }));

async function openPage(api: ReturnType<typeof anApi>, search = '') {
  signIn();
  const page = await renderApp(`/main/reports${search}`, api);
  await screen.findByRole('heading', { name: 'Reports', level: 1 });
  return page;
}
const lastQuery = (api: ReturnType<typeof anApi>) => api.requestsTo(readPlaysReport).at(-1)?.query;

it('shows plays by screen, and the items of a screen when its row is opened', async () => {
  const api = anApi(PLAYS);
  const { user } = await openPage(api);
  expect(await screen.findByText('1,234')).toBeVisible();
  expect(screen.getByText('Days and hours are in the time zone of the screens: Europe/Berlin.')).toBeVisible();
  await user.click(within(screen.getByRole('table', { name: 'Plays' })).getByRole('button', { name: 'Lobby' }));
  await waitFor(() => expect(lastQuery(api)).toMatchObject({ deviceId: LOBBY, groupBy: 'item' }));
});

it('takes the period, the group and the filters from the address, and removes a filter', async () => {
  const api = anApi({ ...PLAYS, filters: { ...HEAD.filters, screen: 'Lobby' } });
  const { user } = await openPage(api, `?from=2026-05-01&to=2026-05-07&by=hour&deviceId=${LOBBY}&fromHour=9&toHour=17&zone=side`);
  await screen.findByText('1,234');
  expect(lastQuery(api)).toMatchObject({
    from: '2026-05-01',
    to: '2026-05-07',
    groupBy: 'hour',
    deviceId: LOBBY,
    fromHour: '9',
    toHour: '17',
    zone: 'side',
  });
  await user.click(screen.getByRole('button', { name: 'Remove filter Screen: Lobby' }));
  await waitFor(() => expect(lastQuery(api)).not.toHaveProperty('deviceId'));
});

it('states that days are still being summed', async () => {
  await openPage(anApi({ ...PLAYS, missingDays: 3 }));
  expect(await screen.findByText(/3 days are still being added up/)).toBeVisible();
});

it('offers to clear the filters when no plays match, and explains what to do without plays', async () => {
  const api = anApi(NO_PLAYS);
  const { user } = await openPage(api, '?zone=bottom');
  await user.click(await screen.findByRole('button', { name: 'Clear filters' }));
  expect(await screen.findByRole('heading', { name: 'No plays in this period' })).toBeVisible();
});

it('reports a report that could not be loaded', async () => {
  await openPage(anApi(PLAYS).refuse(readPlaysReport, 'REPORT_TOO_LARGE'));
  expect(await screen.findByText('This report takes too long. Choose a shorter period, a screen or a tag.')).toBeVisible();
});

it('shows the uptime of screens', async () => {
  const { user } = await openPage(anApi(PLAYS));
  await user.click(screen.getByRole('radio', { name: 'Screens' }));
  const table = within(await screen.findByRole('table', { name: 'Screens' }));
  expect(table.getByText('90%')).toBeVisible();
  expect(table.getByText('9 h')).toBeVisible();
});

it('turns the weekly email on', async () => {
  const api = anApi(PLAYS).result(editReportEmails, { weekly: true, monthly: true, email: 'ana@example.com' });
  const { user } = await openPage(api);
  await user.click(screen.getByRole('button', { name: 'Email' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(await dialog.findByRole('switch', { name: 'Every Monday, about the last week' }));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(api.requestsTo(editReportEmails).map(({ body }) => body)).toEqual([{ weekly: true, monthly: true }]));
});
