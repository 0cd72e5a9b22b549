import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answerAlbum, aPhoto, giveLayout } from '../../../testing/album-media.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { anAlbum, signedInApi, signIn } from '../../../testing/signed-in.ts';

const media = ['a', 'b', 'c'].map((name, index) => aPhoto(name, index));
const address = `/main/media?albumId=${anAlbum()._id}`;

async function open(path: string) {
  giveLayout();
  signIn();
  return renderApp(path, answerAlbum(signedInApi(), anAlbum(), media));
}

it.each(['move', 'copy', 'delete'])('closes the %s dialog of an address when nothing is selected, and keys still work', async (dialog) => {
  const { user, router } = await open(`${address}&dialog=${dialog}`);
  expect(await screen.findByRole('button', { name: 'Open a' })).toBeVisible();
  await waitFor(() => expect(router.state.location.search).not.toHaveProperty('dialog'));
  await user.keyboard('{Control>}a{/Control}');
  expect(await screen.findByText('3 selected')).toBeVisible();
});

it.each(['move', 'copy'])('opens the %s dialog for the photo that the address names', async (dialog) => {
  const { router } = await open(`${address}&dialog=${dialog}&target=${media[0]?._id}`);
  expect(await screen.findByRole('dialog')).toBeVisible();
  expect(router.state.location.search).toHaveProperty('dialog', dialog);
});

it('opens the delete dialog for the photo that the address names', async () => {
  const { router } = await open(`${address}&dialog=delete&target=${media[0]?._id}`);
  expect(await screen.findByRole('alertdialog')).toBeVisible();
  expect(router.state.location.search).toHaveProperty('dialog', 'delete');
});
