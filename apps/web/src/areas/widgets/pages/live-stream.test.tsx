import { screen, waitFor } from '@testing-library/react';
import { LIVE_ADDRESS_MESSAGES } from '@vitrine/contract/live-address';
import type { Media } from '@vitrine/contract/media';
import { readMedia } from '@vitrine/contract/media.endpoints';
import type { SettingsOf } from '@vitrine/contract/widgets';
import { createWidget, editWidget, readWidget } from '@vitrine/contract/widgets.endpoints';
import { expect, it } from 'vitest';
import { answerAlbum, aPhoto } from '../../../testing/album-media.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { anAlbum, signedInApi, signIn } from '../../../testing/signed-in.ts';

const stored: SettingsOf<'live'> = {
  type: 'live',
  theme: 'light',
  address: 'https://www.youtube.com/watch?v=jfKfPfyJRdk',
  title: 'Concert',
  hasSound: false,
  fallbackText: '',
};
const stream = aPhoto('Concert', 0, { kind: 'live' });
const saved: unknown[] = [];

function openPage(search: string) {
  signIn();
  saved.length = 0;
  const save = ({ body }: { body: unknown }): { result: Media } => {
    saved.push(body);
    return { result: stream };
  };
  const api = answerAlbum(signedInApi(), anAlbum(), [])
    .on(createWidget, save)
    .on(editWidget, save)
    .on(readMedia, () => ({ result: stream }))
    .on(readWidget, () => ({ result: { settings: stored, pictureKey: null, source: null } }));
  return renderApp(`/main/widget${search}`, api);
}

const getAddressField = () => screen.findByRole('textbox', { name: 'Address of the stream' });

it.each([
  ['https://tv.example/', LIVE_ADDRESS_MESSAGES.unknown],
  ['https://www.youtube.com/@news', LIVE_ADDRESS_MESSAGES.noVideo],
  ['https://ana:secret@tv.example/main.m3u8', LIVE_ADDRESS_MESSAGES.credentials],
])('reports what is wrong with %s and saves nothing', async (address, message) => {
  const { user } = await openPage('?template=live');
  await user.type(await getAddressField(), address);
  await user.click(screen.getByRole('button', { name: 'Add to album' }));
  expect(await screen.findByText(message)).toBeVisible();
  expect(saved).toEqual([]);
});

it('draws the title on the card in the preview, and names the stream after it', async () => {
  const { user } = await openPage('?template=live');
  await user.type(await getAddressField(), 'https://www.tv.example/main.m3u8');
  await user.type(screen.getByRole('textbox', { name: 'Title' }), 'Lobby TV');
  await waitFor(() => expect(screen.getByRole('figure', { name: 'Preview' })).toHaveTextContent('Lobby TV'));
  await user.click(screen.getByRole('button', { name: 'Add to album' }));
  await waitFor(() => expect(saved).toMatchObject([{ name: 'Lobby TV', settings: { type: 'live', title: 'Lobby TV' } }]));
});

it('names an HLS stream after its host unless it has a title, and saves whether it has sound', async () => {
  const { user, router } = await openPage('?template=live');
  await user.type(await getAddressField(), 'https://www.tv.example/main.m3u8');
  expect(await screen.findByText('HLS stream')).toBeVisible();
  await user.click(screen.getByRole('switch', { name: 'Play sound' }));
  await user.click(screen.getByRole('button', { name: 'Add to album' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/main/media'));
  expect(saved).toMatchObject([{ name: 'tv.example', settings: { address: 'https://www.tv.example/main.m3u8', hasSound: true } }]);
});

it('recognizes a YouTube video, which has no sound', async () => {
  const { user } = await openPage(`?mediaId=${stream._id}`);
  const address = await getAddressField();
  expect(address).toHaveValue(stored.address);
  expect(screen.getByText('YouTube video')).toBeVisible();
  expect(screen.queryByRole('switch', { name: 'Play sound' })).not.toBeInTheDocument();
  await user.clear(address);
  await user.type(address, 'https://youtu.be/aqz-KE-bpKQ?si=abc');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(saved).toMatchObject([{ settings: { title: 'Concert', fallbackText: '' } }]);
});
