import { screen, waitFor, within } from '@testing-library/react';
import type { AlbumLink } from '@vitrine/contract/album-links';
import { listAlbumLinks, readAlbumLinkToken } from '@vitrine/contract/album-links.endpoints';
import { listAlbums, readAlbum } from '@vitrine/contract/albums.endpoints';
import { expect, it, vi } from 'vitest';
import { renderApp } from '../../../testing/render-app.tsx';
import { ANA, anAlbum, signedInApi, signIn } from '../../../testing/signed-in.ts';

const aLink = (tokenEnd: string, values: Partial<AlbumLink> = {}): AlbumLink => ({
  _id: '00000000-0000-7000-8000-0000000000d1',
  albumId: anAlbum()._id,
  tokenEnd,
  canCopy: true,
  madeBy: { userId: ANA._id, name: ANA.name },
  hasPassword: false,
  allowsDownload: true,
  expiresAt: null,
  hasExpired: false,
  openedCount: 0,
  lastOpenedAt: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  ...values,
});

it('copies the address of an existing link, except of links whose address is not stored', async () => {
  signIn();
  const album = anAlbum();
  const old = aLink('old1', { _id: '00000000-0000-7000-8000-0000000000d2', canCopy: false });
  const api = signedInApi()
    .result(listAlbums, [album])
    .result(readAlbum, album)
    .result(listAlbumLinks, [aLink('x7Qf'), old])
    .result(readAlbumLinkToken, { token: 'secret-x7Qf' });
  const { user } = await renderApp(`/main?dialog=share&target=${album._id}`, api);
  const dialog = await screen.findByRole('dialog');
  const copied = vi.spyOn(navigator.clipboard, 'writeText');
  await user.click(await within(dialog).findByRole('button', { name: 'Copy link ending in x7Qf' }));
  const address = `${window.location.origin}/shared/secret-x7Qf`;
  await waitFor(() => expect(copied).toHaveBeenCalledWith(address));
  expect(await within(dialog).findByLabelText('Link')).toHaveValue(address);
  expect(within(dialog).queryByRole('button', { name: 'Copy link ending in old1' })).toBeNull();
});
