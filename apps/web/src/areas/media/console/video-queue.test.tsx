/** The video queue in the console. The server's tests have the queue itself and its CSV file. */
import { screen, within } from '@testing-library/react';
import type { QueueItem } from '@vitrine/contract/video-queue';
import { listPendingVideos, listVideos, skipVideo } from '@vitrine/contract/video-queue.endpoints';
import { expect, it } from 'vitest';
import { ADMIN } from '../../../testing/console.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { signedInApi, signIn } from '../../../testing/signed-in.ts';

const aVideo = (index: number, filename: string, values: Partial<QueueItem>): QueueItem => ({
  _id: `00000000-0000-7000-8000-00000004${String(index).padStart(4, '0')}`,
  filename,
  status: 'inprogress',
  progress: null,
  reason: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  owner: { _id: '00000000-0000-7000-8000-000000040100', name: 'Nora Films' },
  size: 1e6,
  planExpiry: null,
  abilities: { reprocess: true, skip: true },
  ...values,
});

it('shows why videos failed, and skips a waiting one after confirmation', async () => {
  signIn(ADMIN);
  const videos = [aVideo(1, 'Broken film', { status: 'failed', reason: 'The file is damaged.' }), aVideo(2, 'Slow film', {})];
  const api = signedInApi(ADMIN)
    .result(listPendingVideos, [])
    .on(listVideos, () => ({ result: videos.map((video) => ({ ...video })) }))
    .on(skipVideo, ({ params }) => {
      const skipped = videos.find(({ _id }) => _id === params['mediaId']);
      Object.assign(skipped ?? {}, { status: 'failed', reason: 'Skipped by an administrator' });
      return {};
    });
  const { user } = await renderApp('/admin/videoQueue', api);
  expect(await screen.findByText('No videos available')).toBeVisible();
  await user.click(screen.getByText('Video Stack'));
  expect(await screen.findByRole('button', { name: 'Broken film' })).toBeVisible();
  expect(screen.getByText('Failed: The file is damaged.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Actions for Slow film' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Skip' }));
  const confirmation = await screen.findByRole('alertdialog', { name: 'Skip “Slow film”?' });
  expect(confirmation).toHaveTextContent('Nora Films sees');
  await user.click(within(confirmation).getByRole('button', { name: 'Skip video' }));
  expect(await screen.findByText('Failed: Skipped by an administrator')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Slow film' }));
  expect(await within(await screen.findByRole('dialog', { name: 'Slow film' })).findByText('Ownership')).toBeVisible();
});
