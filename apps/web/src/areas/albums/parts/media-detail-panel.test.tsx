import { screen, waitFor, within } from '@testing-library/react';
import { MEDIA_STATUS } from '@vitrine/contract/media';
import { retryMedia } from '@vitrine/contract/media.endpoints';
import { expect, it } from 'vitest';
import { answerAlbum, aPhoto, giveLayout } from '../../../testing/album-media.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { anAlbum, signedInApi, signIn } from '../../../testing/signed-in.ts';

const failed = aPhoto('broken', 0, { status: MEDIA_STATUS.failed, failureReason: 'Couldn’t process this file.' });
const ready = aPhoto('sea', 1);

async function openDetails(index: number) {
  giveLayout();
  signIn();
  const media = [failed, ready];
  const api = answerAlbum(signedInApi(), anAlbum(), media).on(retryMedia, () => {
    media[0] = { ...failed, status: MEDIA_STATUS.processing, failureReason: null };
    return { result: media[0] };
  });
  const { user } = await renderApp(`/main/media?albumId=${anAlbum()._id}&details=${index}`, api);
  return { api, user, panel: within(await screen.findByRole('dialog', { name: 'Details' })) };
}

it('offers to process a failed photo again, until it is being processed', async () => {
  const { api, user, panel } = await openDetails(0);
  expect(await panel.findByText('Couldn’t process this file.')).toBeVisible();
  await user.click(panel.getByRole('button', { name: 'Process again' }));
  await waitFor(() => expect(panel.queryByRole('button', { name: 'Process again' })).toBeNull());
  expect(api.requestsTo(retryMedia).map(({ params }) => params['mediaId'])).toEqual([failed._id]);
});

it('does not offer it for a photo that is ready', async () => {
  const { panel } = await openDetails(1);
  expect(await panel.findByText('sea.jpg')).toBeVisible();
  expect(panel.queryByRole('button', { name: 'Process again' })).toBeNull();
});
