import { screen, waitFor } from '@testing-library/react';
import type { Media } from '@vitrine/contract/media';
import { readMedia } from '@vitrine/contract/media.endpoints';
import type { FramingState } from '@vitrine/contract/web-pages';
import type { SettingsOf } from '@vitrine/contract/widgets';
import { createWidget, editWidget, readWidget } from '@vitrine/contract/widgets.endpoints';
import { expect, it } from 'vitest';
import { answerAlbum, aPhoto } from '../../../testing/album-media.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { anAlbum, signedInApi, signIn } from '../../../testing/signed-in.ts';

const settings: SettingsOf<'web'> = {
  type: 'web',
  theme: 'light',
  address: 'https://news.example/today',
  refreshMinutes: 0,
  fallbackText: '',
};
const aPage = (framing: FramingState) => aPhoto('news.example', 0, { kind: 'web', framing });
const saved: unknown[] = [];

function openPage(address: string, framing: FramingState) {
  signIn();
  saved.length = 0;
  const save = ({ body }: { body: unknown }): { result: Media } => {
    saved.push(body);
    return { result: aPage(framing) };
  };
  const api = answerAlbum(signedInApi(), anAlbum(), [])
    .on(createWidget, save)
    .on(editWidget, save)
    .on(readMedia, () => ({ result: aPage(framing) }))
    .on(readWidget, () => ({ result: { settings, pictureKey: null, source: null } }));
  return renderApp(`/main/widget${address}`, api);
}

const getAddressField = () => screen.findByRole('textbox', { name: 'Address of the page' });

it.each([
  ['news.example', 'Enter an address that starts with https:// or http://.'],
  ['https://ana:secret@news.example', 'Remove the user name and password from the address.'],
])('reports what is wrong with %s and saves nothing', async (address, message) => {
  const { user } = await openPage('?template=web', 'allowed');
  await user.type(await getAddressField(), address);
  await user.click(screen.getByRole('button', { name: 'Add to album' }));
  expect(await screen.findByText(message)).toBeVisible();
  expect(saved).toEqual([]);
});

it('names a page after its host and returns to the album', async () => {
  const { user, router } = await openPage('?template=web', 'allowed');
  await user.type(await getAddressField(), 'https://www.news.example/today');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Load again while it is shown' }), 'Every 15 minutes');
  await user.click(screen.getByRole('button', { name: 'Add to album' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/main/media'));
  expect(saved).toMatchObject([{ name: 'news.example', settings: { address: 'https://www.news.example/today', refreshMinutes: 15 } }]);
});

it('shows the reason in the form of a page that its site does not allow in frames', async () => {
  const { user, router } = await openPage('?template=web', 'forbidden');
  await user.type(await getAddressField(), settings.address);
  await user.click(screen.getByRole('button', { name: 'Add to album' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('This site forbids being shown inside another page.');
  expect(router.state.location.search).toMatchObject({ mediaId: aPage('forbidden')._id });
});

it('shows the result of a check only for the address that was checked', async () => {
  const { user } = await openPage(`?mediaId=${aPage('unreachable')._id}`, 'unreachable');
  expect(await screen.findByText(/This page can’t be reached\./)).toBeVisible();
  await user.type(await getAddressField(), '/other');
  expect(screen.queryByText(/This page can’t be reached\./)).not.toBeInTheDocument();
});
