/** Checks of chosen files before they are sent. `e2e/uploads.spec.ts` uploads real files. */
import { screen, waitFor } from '@testing-library/react';
import { readStorage } from '@vitrine/contract/albums.endpoints';
import { findDuplicateFiles } from '@vitrine/contract/media.endpoints';
import { listPayments } from '@vitrine/contract/payments.endpoints';
import { listPlans, readCredit } from '@vitrine/contract/subscriptions.endpoints';
import { expect, it, onTestFinished, vi } from 'vitest';
import { answerAlbum } from '../../../testing/album-media.ts';
import { aPlan } from '../../../testing/plans.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { anAlbum, EMPTY_STORAGE, signedInApi, signIn } from '../../../testing/signed-in.ts';
import { uploads } from '../upload-queue.ts';

const MEGABYTE = 1e6;
const aFile = (name: string, bytes = 10) => new File([new Uint8Array(bytes)], name, { type: 'image/jpeg' });

/** Opens an album and chooses files. Returns the names of the files that would be sent, the user and the router. */
async function chooseInAlbum(files: File[], { usedBytes = 0, albumBytes = 0 } = {}) {
  const add = vi.spyOn(uploads, 'add').mockResolvedValue([]);
  onTestFinished(() => add.mockRestore());
  signIn();
  const album = anAlbum({ albumStorage: albumBytes });
  const api = answerAlbum(signedInApi(), album, [])
    .result(findDuplicateFiles, { known: [], possible: [] })
    .result(listPlans, [aPlan()])
    .result(listPayments, [])
    .result(readCredit, { credit: 0, currency: 'usd', upcoming: null })
    .result(readStorage, { ...EMPTY_STORAGE, totalStorage: usedBytes });
  const { user, router } = await renderApp(`/main/media?albumId=${album._id}`, api);
  const input = await screen.findByLabelText<HTMLInputElement>(/: choose files$/);
  input.removeAttribute('accept');
  await user.upload(input, files);
  const added = () => add.mock.calls.flatMap(([sent]) => sent.map(({ name }) => name));
  return { added, user, router };
}

it('announces that thirty files go first, and which are not supported or empty', async () => {
  const photos = Array.from({ length: 36 }, (_, index) => aFile(`photo-${index}.jpg`));
  const { added } = await chooseInAlbum([...photos, new File(['Dear'], 'letter.txt'), aFile('empty.jpg', 0)]);
  expect(await screen.findByText('Up to 30 files upload at a time. The other 6 follow automatically.')).toBeVisible();
  expect(screen.getByText(/^Selected file not supported: letter\.txt/)).toBeVisible();
  expect(screen.getByText('Empty file: empty.jpg')).toBeVisible();
  expect(added()).toHaveLength(36);
});

it('skips a file that exceeds the storage of the account, takes the others, and links to the plans', async () => {
  const { added, user, router } = await chooseInAlbum([aFile('big.jpg', 3 * MEGABYTE), aFile('small.jpg')], {
    usedBytes: EMPTY_STORAGE.quotaBytes - MEGABYTE,
  });
  expect(await screen.findByText('Skipped: big.jpg. You have 1 MB of storage left.')).toBeVisible();
  await waitFor(() => expect(added()).toEqual(['small.jpg']));
  await user.click(screen.getByRole('button', { name: 'Upgrade' }));
  expect(await screen.findByRole('radio', { name: /^Single User / })).toBeVisible();
  expect(router.state.location.pathname).toBe('/main/subscription');
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('skips a file that exceeds the album', async () => {
  const { added } = await chooseInAlbum([aFile('big.jpg')], { albumBytes: 5e9 });
  expect(await screen.findByText('Skipped: big.jpg. The album has 0 KB left.')).toBeVisible();
  expect(added()).toEqual([]);
});
