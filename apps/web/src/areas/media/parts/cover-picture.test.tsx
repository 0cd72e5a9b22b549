/** Covers that are not ready yet. A real browser loads covers in `e2e/albums.spec.ts`. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { listAlbums } from '@vitrine/contract/albums.endpoints';
import { expect, it, onTestFinished, vi } from 'vitest';
import { aPhoto } from '../../../testing/album-media.ts';
import { nudgeAlbum } from '../../../testing/fake-live.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { anAlbum, signedInApi, signIn } from '../../../testing/signed-in.ts';

it('requests a missing cover again after a delay and when media change', async () => {
  signIn();
  const { key } = aPhoto('rose', 0).mediaFile;
  const album = anAlbum({ imageCount: 1, thumbnail: { key, thumbhash: null } });
  await renderApp('/main', signedInApi().result(listAlbums, [album]));
  const list = await screen.findByRole('list', { name: 'Albums' });
  const findCover = () => list.querySelector('img');
  /** Fails the request for the cover. Returns when the page has removed the image. */
  const fail = async () => {
    fireEvent.error(findCover() as HTMLImageElement);
    await waitFor(() => expect(findCover()).toBeNull());
  };
  const again = () => waitFor(() => expect(findCover()).not.toBeNull());
  expect(within(list).getByRole('heading', { name: 'Summer' })).toBeVisible();
  vi.useFakeTimers({ shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  for (const delayMs of [1500, 4000, 10_000, 30_000, 90_000]) {
    await fail();
    vi.advanceTimersByTime(delayMs);
    await again();
  }
  // After the last delay, only changed media cause another request.
  await fail();
  vi.advanceTimersByTime(3_600_000);
  expect(findCover()).toBeNull();
  nudgeAlbum(album._id);
  await again();
  fireEvent.load(findCover() as HTMLImageElement);
  await waitFor(() => expect(findCover()).toHaveAttribute('data-state', 'loaded'));
});
