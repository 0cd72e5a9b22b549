import { screen, within } from '@testing-library/react';
import { readDevice } from '@vitrine/contract/devices.endpoints';
import { readDevicePlays } from '@vitrine/contract/plays.endpoints';
import { listPublishes, readDeviceDays } from '@vitrine/contract/publishing.endpoints';
import type { DeviceScreenshots } from '@vitrine/contract/screenshots';
import { editScreenshotSettings, listScreenshots, readScreenshot, requestScreenshot } from '@vitrine/contract/screenshots.endpoints';
import { listVersions } from '@vitrine/contract/versions.endpoints';
import { expect, it } from 'vitest';
import { aDevice } from '../../../testing/playlists-and-devices.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { signedInApi, signIn } from '../../../testing/signed-in.ts';

const NO_PLAYS = { from: '2026-01-01', to: '2026-01-01', count: 0, shownMs: 0, lost: 0, days: [], media: [], playlists: [] };
const SHOT = {
  _id: '00000000-0000-7000-8000-0000000d0001',
  takenAt: '2026-05-04T10:00:00.000Z',
  source: 'page' as const,
  isHourly: false,
  width: 16,
  height: 9,
  differs: true,
};
const IMAGE = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=';

async function openDevice(screenshots: DeviceScreenshots, status: 0 | 1 = 1) {
  signIn();
  const device = aDevice({ status });
  const api = signedInApi()
    .result(readDevice, device)
    .result(readDevicePlays, NO_PLAYS)
    .result(listPublishes, [])
    .result(readDeviceDays, [])
    .result(listVersions, [])
    .result(listScreenshots, screenshots)
    .result(readScreenshot, { image: IMAGE })
    .on(requestScreenshot, () => ({ message: 'Screenshot requested.' }))
    .on(editScreenshotSettings, () => ({ message: 'Changes saved.' }));
  const { user } = await renderApp(`/main/device/devicedetailpage?deviceId=${device._id}`, api);
  const panel = within(await screen.findByRole('region', { name: 'Screenshots' }));
  await panel.findByRole('switch');
  return { api, user, panel };
}

it('shows the newest screenshot with its origin and the result of the comparison', async () => {
  const { panel } = await openDevice({
    isHourly: true,
    requestedAt: null,
    screenshots: [SHOT, { ...SHOT, _id: SHOT._id.replace(/1$/, '2') }],
  });
  expect(await panel.findByRole('img')).toHaveAttribute('src', IMAGE);
  expect(panel.getByText('As drawn by the page')).toBeVisible();
  expect(panel.getByText('Differs from its photo')).toBeVisible();
  expect(panel.getByRole('combobox', { name: 'Screenshot' })).toBeVisible();
});

it('requests a screenshot, and turns hourly ones on', async () => {
  const { api, user, panel } = await openDevice({ isHourly: false, requestedAt: null, screenshots: [] });
  expect(panel.getByText('No screenshots yet.')).toBeVisible();
  await user.click(panel.getByRole('button', { name: 'Take screenshot' }));
  expect(api.requestsTo(requestScreenshot)).toHaveLength(1);
  await user.click(panel.getByRole('switch', { name: 'Take one every hour' }));
  expect(api.requestsTo(editScreenshotSettings)[0]?.body).toEqual({ isHourly: true });
});

it('takes no screenshot of a screen that is offline', async () => {
  const { panel } = await openDevice({ isHourly: false, requestedAt: null, screenshots: [] }, 0);
  expect(panel.getByRole('button', { name: 'Take screenshot' })).toBeDisabled();
  expect(panel.getByText('No screenshots yet. You can take a screenshot when the screen is online.')).toBeVisible();
});
