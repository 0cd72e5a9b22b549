/** Times on screens in the album: marks on tiles, the details panel, and the dialog for one item and for a selection. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { setScreenTimes } from '@vitrine/contract/media.endpoints';
import { expect, it } from 'vitest';
import { answerAlbum, aPhoto, giveLayout } from '../../../testing/album-media.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { anAlbum, signedInApi, signIn } from '../../../testing/signed-in.ts';

const media = [
  aPhoto('always', 0),
  aPhoto('over', 1, { valid: { until: '2020-01-01T00:00' } }),
  aPhoto('later', 2, { valid: { from: '2099-12-01T08:00' } }),
  aPhoto('mornings', 3, { duration: 12, valid: { startTime: '06:00', endTime: '11:00' } }),
  aPhoto('clip', 4, { kind: 'video' }),
];
const address = `/main/media?albumId=${anAlbum()._id}`;

async function open(path: string) {
  giveLayout();
  signIn();
  const api = answerAlbum(signedInApi(), anAlbum(), media).on(setScreenTimes, () => ({ message: 'Changes saved for 1 item.' }));
  return { api, ...(await renderApp(path, api)) };
}

const openDialog = async (name: string) => {
  const { user, api } = await open(address);
  await user.click(await screen.findByRole('button', { name: `Actions for ${name}` }));
  await user.click(await screen.findByRole('menuitem', { name: 'Time on screens' }));
  return { user, api, dialog: within(await screen.findByRole('dialog', { name: 'Time on screens' })) };
};

it('marks limited items on their tiles', async () => {
  await open(address);
  const marks = ['always', 'over', 'later', 'mornings'].map(
    async (name) => (await screen.findByRole('button', { name: `Open ${name}` })).textContent,
  );
  expect(await Promise.all(marks)).toEqual(['', 'Expired', 'From Dec 1, 2099', 'Scheduled']);
});

it('shows both settings in the details', async () => {
  await open(`${address}&details=3`);
  const panel = within(await screen.findByRole('dialog', { name: 'Details' }));
  expect(await panel.findByText('12 seconds')).toBeVisible();
  expect(panel.getByText('6:00 AM–11:00 AM')).toBeVisible();
  expect(panel.getByRole('button', { name: 'Change time on screens' })).toBeVisible();
});

it('sets a duration and a period of one photo', async () => {
  const { user, api, dialog } = await openDialog('always');
  await user.selectOptions(dialog.getByLabelText('Stays on screen'), 'Own duration');
  await user.selectOptions(dialog.getByLabelText('Shown'), 'Only at certain times');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText('Enter at least 1 second.')).toBeVisible();
  expect(dialog.getByText('Enter a date, days or times.')).toBeVisible();
  await user.type(dialog.getByLabelText(/^Seconds/), '15');
  fireEvent.change(dialog.getByLabelText('Until'), { target: { value: '2026-12-24T18:00' } });
  await user.click(dialog.getByRole('checkbox', { name: 'Fri' }));
  expect(dialog.getByRole('status')).toHaveTextContent('Until Dec 24, 2026, 6:00 PM, Fri');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(api.requestsTo(setScreenTimes).map(({ body }) => body)).toEqual([
    { mediaIdArr: [media[0]?._id], duration: 15, valid: { until: '2026-12-24T18:00', weekdays: [5] } },
  ]);
});

it('offers no duration for a video', async () => {
  const { dialog } = await openDialog('clip');
  expect(await dialog.findByLabelText('Shown')).toHaveValue('always');
  expect(dialog.queryByLabelText('Stays on screen')).toBeNull();
});

it('changes only what was chosen for a selection', async () => {
  const { user, api } = await open(address);
  await user.click(await screen.findByRole('checkbox', { name: 'Select always' }));
  await user.click(await screen.findByRole('checkbox', { name: 'Select over' }));
  await user.click(screen.getByRole('button', { name: 'Time on screens' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Time on screens' }));
  expect(dialog.getByLabelText('Stays on screen')).toHaveValue('keep');
  await user.selectOptions(dialog.getByLabelText('Shown'), 'Always');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(api.requestsTo(setScreenTimes)).toHaveLength(1));
  expect(api.requestsTo(setScreenTimes)[0]?.body).toEqual({ mediaIdArr: [media[0]?._id, media[1]?._id], valid: null });
});
