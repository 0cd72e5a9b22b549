import { screen, waitFor, within } from '@testing-library/react';
import { listAlbums } from '@vitrine/contract/albums.endpoints';
import { expect, it } from 'vitest';
import { renderApp } from '../testing/render-app.tsx';
import { signedInApi, signIn } from '../testing/signed-in.ts';

const dialog = () => screen.findByRole('dialog', { name: 'Create album' });
const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
const question = () => screen.findByRole('alertdialog', { name: 'Discard changes?' });

async function openAlbums() {
  signIn();
  const app = await renderApp('/main', signedInApi().result(listAlbums, []));
  /** Opens the dialog, and returns its field. */
  const create = async () => {
    const [button] = await screen.findAllByRole('button', { name: 'Create album' });
    if (button) await app.user.click(button);
    return within(await dialog()).getByLabelText(/^Album name/);
  };
  return { ...app, create };
}

it('keeps entered text on a click outside, and asks before Escape, Close and Back discard it', async () => {
  const { user, router, create } = await openAlbums();
  const name = await create();
  expect(name).toHaveAttribute('aria-required', 'true');
  expect(await dialog()).toHaveTextContent('* Required');
  await user.type(name, 'Summer by the sea');
  await user.click(document.body);
  expect(name).toHaveValue('Summer by the sea');
  expect(screen.queryByRole('alertdialog')).toBeNull();
  const closeButton = within(await dialog()).getByRole('button', { name: 'Close' });
  for (const leave of [() => user.keyboard('{Escape}'), () => user.click(closeButton), async () => router.history.back()]) {
    await leave();
    await user.click(within(await question()).getByRole('button', { name: 'Keep editing' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(name).toHaveValue('Summer by the sea');
  }
  await user.keyboard('{Escape}');
  await user.click(within(await question()).getByRole('button', { name: 'Discard' }));
  await isClosed();
  expect(router.state.location.search).not.toHaveProperty('dialog');
  expect(await create()).toHaveValue('');
});

it('closes without a question when nothing was entered, the text was removed, or Cancel was clicked', async () => {
  const { user, create } = await openAlbums();
  await create();
  await user.keyboard('{Escape}');
  await isClosed();
  const name = await create();
  await user.type(name, 'Sum');
  await user.clear(name);
  await user.click(document.body);
  await isClosed();
  await user.type(await create(), 'Summer');
  await user.click(within(await dialog()).getByRole('button', { name: 'Cancel' }));
  await isClosed();
  expect(screen.queryByRole('alertdialog')).toBeNull();
});
