import { screen } from '@testing-library/react';
import * as bulk from '@vitrine/contract/bulk-devices.endpoints';
import type { ScreenState } from '@vitrine/contract/devices';
import { readDevice } from '@vitrine/contract/devices.endpoints';
import { readDevicePlays } from '@vitrine/contract/plays.endpoints';
import { listPublishes, readDeviceDays } from '@vitrine/contract/publishing.endpoints';
import { listVersions } from '@vitrine/contract/versions.endpoints';
import { expect, it } from 'vitest';
import { aDevice } from '../../../testing/playlists-and-devices.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { signedInApi, signIn } from '../../../testing/signed-in.ts';

const NO_PLAYS = { from: '2026-01-01', to: '2026-01-01', count: 0, shownMs: 0, lost: 0, days: [], media: [], playlists: [] };
const STATE: ScreenState = {
  revision: 1,
  downloaded: 1,
  total: 1,
  playlistName: 'Shop window',
  mediaId: null,
  thumbnailKey: null,
  failed: [],
  failedVersions: [],
  paused: false,
  canReboot: false,
  canPowerOff: false,
  health: null,
  at: '2026-01-01T00:00:00.000Z',
};
const NOTE = 'Items can’t be skipped while this playlist plays in sync with other screens.';

async function openDevice(state: Partial<ScreenState>, status: 0 | 1 = 1) {
  signIn();
  const device = aDevice({ status, revision: 1, screen: { ...STATE, ...state } });
  const api = signedInApi()
    .result(readDevice, device)
    .result(readDevicePlays, NO_PLAYS)
    .result(listPublishes, [])
    .result(readDeviceDays, [])
    .result(bulk.listDeviceTags, [])
    .result(listVersions, []);
  await renderApp(`/main/device/devicedetailpage?deviceId=${device._id}`, api);
  await screen.findByRole('region', { name: 'Remote control' });
}
const control = (name: string) => screen.getByRole('button', { name });

it('offers to skip items of an ordinary playlist', async () => {
  await openDevice({});
  for (const name of ['Previous', 'Pause', 'Next']) expect(control(name)).toBeEnabled();
  expect(screen.queryByText(NOTE)).toBeNull();
});

it('explains why items of a synchronized playlist can’t be skipped, and still offers to pause', async () => {
  await openDevice({ synchronized: true });
  for (const name of ['Previous', 'Next']) {
    expect(control(name)).toBeDisabled();
    expect(control(name)).toHaveAccessibleDescription(NOTE);
  }
  expect(control('Pause')).toBeEnabled();
});

it('explains nothing about a synchronized playlist while the screen is offline', async () => {
  await openDevice({ synchronized: true }, 0);
  expect(control('Next')).toBeDisabled();
  expect(screen.queryByText(NOTE)).toBeNull();
  expect(screen.getByText('This screen is offline.')).toBeVisible();
});
