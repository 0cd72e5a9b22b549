import { screen, waitFor, within } from '@testing-library/react';
import { createAlbum } from '@vitrine/contract/albums.endpoints';
import { findDuplicateFiles } from '@vitrine/contract/media.endpoints';
import { expect, it, onTestFinished, vi } from 'vitest';
import { answerAlbum } from '../../../testing/album-media.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { anAlbum, signedInApi, signIn } from '../../../testing/signed-in.ts';
import { uploads } from '../../uploads/upload-queue.ts';

const summer = anAlbum();
const NEW_ALBUM = '00000000-0000-7000-8000-0000000000c9';

/** A file of a chosen folder. */
function aFile(path: string): File {
  const file = new File(['x'], path.split('/').at(-1) ?? '', { type: 'image/jpeg' });
  Object.defineProperty(file, 'webkitRelativePath', { value: path });
  return file;
}

/** Chooses a folder on the page of an album. */
async function choose(...paths: string[]) {
  const add = vi.spyOn(uploads, 'add').mockResolvedValue([]);
  onTestFinished(() => add.mockRestore());
  signIn();
  const api = answerAlbum(signedInApi(), summer, []).result(findDuplicateFiles, { known: [], possible: [] });
  const app = await renderApp(`/main/media?albumId=${summer._id}`, api);
  const input = await screen.findByLabelText(/: choose a folder$/);
  await app.user.upload(input, paths.map(aFile));
  const added = () => add.mock.calls.map(([files, albumId]) => [albumId, files.map(({ name }) => name)]);
  return { ...app, api, added };
}

it('uploads a folder without subfolders to the open album', async () => {
  const { added } = await choose('Trip/a.jpg', 'Trip/b.jpg');
  await waitFor(() => expect(added()).toEqual([[summer._id, ['a.jpg', 'b.jpg']]]));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('creates an album for each subfolder, and adds to existing albums of the same name', async () => {
  const { user, api, added } = await choose('Trip/a.jpg', 'Trip/Rome/b.jpg', 'Trip/Rome/notes.txt', 'Trip/Summer/c.jpg');
  api.on(createAlbum, ({ body }) => ({ result: anAlbum({ _id: NEW_ALBUM, name: (body as { name: string }).name }) }));
  const dialog = await screen.findByRole('dialog', { name: 'Keep folders as albums?' });
  expect(dialog).toHaveTextContent('3 files for 3 albums:');
  await user.click(await within(dialog).findByRole('button', { name: 'Create 2 albums' }));
  await waitFor(() =>
    expect(added()).toEqual([
      [NEW_ALBUM, ['a.jpg']],
      [NEW_ALBUM, ['b.jpg']],
      [summer._id, ['c.jpg']],
    ]),
  );
  expect(api.requestsTo(createAlbum).map(({ body }) => body)).toEqual([{ name: 'Trip' }, { name: 'Rome' }]);
  expect(screen.getByText(/^Selected file not supported: notes\.txt/)).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('adds all files to the open album instead', async () => {
  const { user, added } = await choose('Trip/a.jpg', 'Trip/Rome/b.jpg');
  await user.click(await screen.findByRole('button', { name: 'Add all to this album' }));
  await waitFor(() => expect(added()).toEqual([[summer._id, ['a.jpg', 'b.jpg']]]));
});

it('uploads to the albums that the plan allows, and names the skipped folders', async () => {
  const { user, api, added } = await choose('Trip/a.jpg', 'Trip/Rome/b.jpg');
  const dialog = await screen.findByRole('dialog', { name: 'Keep folders as albums?' });
  api.on(createAlbum, () => {
    api.refuse(createAlbum, 'ALBUM_LIMIT');
    return { result: anAlbum({ _id: NEW_ALBUM, name: 'Trip' }) };
  });
  await user.click(await within(dialog).findByRole('button', { name: 'Create 2 albums' }));
  expect(await screen.findByText(/Skipped: Rome\.$/)).toBeVisible();
  await waitFor(() => expect(added()).toEqual([[NEW_ALBUM, ['a.jpg']]]));
});
