/** Live photos: the mark on the tile, and the video in the preview. */
import { fireEvent, screen, waitFor } from '@testing-library/react';
import type { Media } from '@vitrine/contract/media';
import { expect, it, vi } from 'vitest';
import { answerAlbum, aPhoto, giveLayout } from '../../../testing/album-media.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { anAlbum, signedInApi, signIn } from '../../../testing/signed-in.ts';

const VIDEO_KEY = '00000000-0000-7000-8000-0000000a0001';
const media: Media[] = [
  aPhoto('moving', 0, { livePhoto: { key: VIDEO_KEY, videoKey: null } }),
  aPhoto('preparing', 1, { livePhoto: { key: null, videoKey: null } }),
  aPhoto('still', 2),
];
const address = `/main/media?albumId=${anAlbum()._id}`;

async function open(path: string) {
  giveLayout();
  signIn();
  return renderApp(path, answerAlbum(signedInApi(), anAlbum(), media));
}

const findVideo = () => screen.queryByLabelText<HTMLVideoElement>('Live Photo moving');

it('marks the photos whose video plays on their tiles', async () => {
  await open(address);
  const marks = ['moving', 'preparing', 'still'].map(
    async (name) => (await screen.findByRole('button', { name: `Open ${name}` })).textContent,
  );
  expect(await Promise.all(marks)).toEqual(['Live Photo', '', '']);
});

it('plays the video without sound by a button, stops it, and plays sound on request', async () => {
  const { user } = await open(`${address}&mediaIndex=0`);
  const play = await screen.findByRole('button', { name: 'Play Live Photo' });
  expect(findVideo()).toBeNull();
  play.focus();
  await user.keyboard('{Enter}');
  expect(findVideo()).toHaveAttribute('src', `/api/streams/${VIDEO_KEY}`);
  expect(findVideo()?.muted).toBe(true);
  const sound = screen.getByRole('button', { name: 'Sound' });
  expect(sound).toHaveAttribute('aria-pressed', 'false');
  await user.click(sound);
  expect(sound).toHaveAttribute('aria-pressed', 'true');
  expect(findVideo()?.muted).toBe(false);
  await user.click(screen.getByRole('button', { name: 'Stop Live Photo' }));
  expect(findVideo()).toBeNull();
});

it('shows the photo again when the video has ended or cannot be played', async () => {
  const { user } = await open(`${address}&mediaIndex=0`);
  for (const event of ['ended', 'error']) {
    await user.click(await screen.findByRole('button', { name: 'Play Live Photo' }));
    fireEvent(findVideo() as HTMLVideoElement, new Event(event));
    await waitFor(() => expect(findVideo()).toBeNull());
  }
  expect(await screen.findByText('Can’t play this Live Photo right now. Try again later.')).toBeVisible();
});

it('plays the video while a finger rests on the photo', async () => {
  await open(`${address}&mediaIndex=0`);
  await screen.findByRole('button', { name: 'Play Live Photo' });
  const photo = await screen.findByRole('img', { name: 'moving' });
  const touch = (type: string, clientX: number) =>
    fireEvent(photo, new PointerEvent(type, { bubbles: true, pointerType: 'touch', pointerId: 1, clientX, clientY: 100 }));
  touch('pointerdown', 100);
  await waitFor(() => expect(findVideo()).not.toBeNull());
  touch('pointerup', 100);
  await waitFor(() => expect(findVideo()).toBeNull());
});

it('does not play the video when the finger moves', async () => {
  await open(`${address}&mediaIndex=0`);
  await screen.findByRole('button', { name: 'Play Live Photo' });
  const photo = await screen.findByRole('img', { name: 'moving' });
  vi.useFakeTimers();
  try {
    for (const [type, clientX] of [
      ['pointerdown', 100],
      ['pointermove', 140],
    ] as const)
      fireEvent(photo, new PointerEvent(type, { bubbles: true, pointerType: 'touch', pointerId: 1, clientX, clientY: 100 }));
    vi.advanceTimersByTime(2000);
    expect(findVideo()).toBeNull();
  } finally {
    vi.useRealTimers();
  }
});

it.each(['preparing', 'still'])('has no button for a photo without a video that plays (%s)', async (name) => {
  await open(`${address}&mediaIndex=${media.findIndex((item) => item.name === name)}`);
  expect(await screen.findByRole('img', { name })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Play Live Photo' })).toBeNull();
});
