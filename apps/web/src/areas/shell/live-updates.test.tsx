/** Pages stay current while the live link opens. Journeys such as `e2e/albums.spec.ts` follow real changes in open pages. */
import { screen } from '@testing-library/react';
import { listAlbums } from '@vitrine/contract/albums.endpoints';
import { expect, it } from 'vitest';
import { delayConnections } from '../../testing/fake-live.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { anAlbum, signedInApi, signIn } from '../../testing/signed-in.ts';

it('shows changes that happened before the live link was open', async () => {
  signIn();
  const openConnections = delayConnections();
  const albums = [anAlbum({ name: 'Before' })];
  const api = signedInApi().on(listAlbums, () => ({ result: [...albums] }));
  await renderApp('/main', api);
  expect(await screen.findByRole('heading', { name: 'Before' })).toBeVisible();
  albums.push(anAlbum({ _id: '00000000-0000-7000-8000-0000000000c2', name: 'Meanwhile' }));
  expect(screen.queryByRole('heading', { name: 'Meanwhile' })).toBeNull();
  openConnections();
  expect(await screen.findByRole('heading', { name: 'Meanwhile' })).toBeVisible();
});
