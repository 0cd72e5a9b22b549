/** Selecting, moving, deleting and editing media of an album. `e2e/media.spec.ts` drags tiles and downloads files in a browser. */
import { screen, waitFor, within } from '@testing-library/react';
import { listAlbums } from '@vitrine/contract/albums.endpoints';
import { restoreBinned } from '@vitrine/contract/bin.endpoints';
import type { Media } from '@vitrine/contract/media';
import {
  copyMedia,
  deleteMedia,
  editMedia,
  listFavouriteIds,
  listMedia,
  listMediaIds,
  markFavourite,
  moveMedia,
  orderMedia,
  readMedia,
  rotateMedia,
} from '@vitrine/contract/media.endpoints';
import { expect, it } from 'vitest';
import { answerAlbum, aPhoto, giveLayout } from '../../../testing/album-media.ts';
import { nudgeAlbum } from '../../../testing/fake-live.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { anAlbum, signedInApi, signIn } from '../../../testing/signed-in.ts';

const KEEPERS = anAlbum({ name: 'Keepers', _id: '00000000-0000-7000-8000-0000000000c2' });

/** Opens an album with photos. Deleting or moving a photo removes it from `media`, and Undo restores all photos in their original order. */
async function openAlbum(names = ['one', 'two', 'three', 'four'], more = '') {
  giveLayout();
  signIn();
  const album = anAlbum();
  const all = names.map((name, index) => aPhoto(name, index));
  const media = [...all];
  const remove = (body: unknown) => {
    const { mediaIdArr } = body as { mediaIdArr: string[] };
    media.splice(0, media.length, ...media.filter(({ _id }) => !mediaIdArr.includes(_id)));
    return {};
  };
  const restore = () => {
    media.splice(0, media.length, ...all);
    return {};
  };
  const api = answerAlbum(signedInApi(), album, media)
    .result(listAlbums, [album, KEEPERS])
    .on(deleteMedia, ({ body }) => remove(body))
    .on(restoreBinned, restore)
    .on(moveMedia, ({ params, body }) => (params['albumId'] === album._id ? remove(body) : restore()))
    .on(copyMedia, () => ({ message: '2 items copied.' }));
  const app = await renderApp(`/main/media?albumId=${album._id}${more}`, api);
  const tile = (name: string) => screen.findByRole('button', { name: `Open ${name}` });
  const check = async (name: string) => app.user.click(await screen.findByRole('checkbox', { name: `Select ${name}` }));
  const bar = () => screen.findByRole('toolbar', { name: 'Selection' });
  const choose = async (name: string, entry: string) => {
    await app.user.click(await screen.findByRole('button', { name: `Actions for ${name}` }));
    await app.user.click(await screen.findByRole('menuitem', { name: entry }));
  };
  return { ...app, api, album, all, media, tile, check, bar, choose };
}

const idsOf = (media: readonly Media[]) => media.map(({ _id }) => _id);
const isGone = (name: string) => waitFor(() => expect(screen.queryByRole('button', { name: `Open ${name}` })).toBeNull());

it('selects by check circle, Shift range and Ctrl+A, and clears the selection with Escape', async () => {
  const { user, check, bar } = await openAlbum(['one', 'two', 'three', 'four', 'five', 'six']);
  await check('two');
  expect(await bar()).toHaveTextContent('1 selected');
  await user.keyboard('{Shift>}');
  await check('five');
  await user.keyboard('{/Shift}');
  expect(await bar()).toHaveTextContent('4 selected');
  await user.keyboard('{Control>}a{/Control}');
  await waitFor(async () => expect(await bar()).toHaveTextContent('6 selected'));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('toolbar', { name: 'Selection' })).toBeNull());
});

it('copies the selected media, and states that no album is selected', async () => {
  const { user, api, media, check, bar } = await openAlbum();
  await check('one');
  await check('three');
  await user.click(within(await bar()).getByRole('button', { name: 'Copy' }));
  const picker = within(await screen.findByRole('dialog', { name: 'My Album List' }));
  await user.click(picker.getByRole('button', { name: 'Copy' }));
  expect(await picker.findByRole('alert')).toHaveTextContent("Copy can't be completed");
  await user.click(await picker.findByRole('radio', { name: /Keepers/ }));
  await user.click(picker.getByRole('button', { name: 'Copy' }));
  expect(await screen.findByText('2 items copied.')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('toolbar', { name: 'Selection' })).toBeNull());
  const [one, , three] = idsOf(media);
  expect(api.requestsTo(copyMedia)[0]?.body).toMatchObject({ albumId: KEEPERS._id, mediaIdArr: [one, three] });
});

it('moves a photo to an album that a search finds, and back with Undo', async () => {
  const { user, api, choose, tile } = await openAlbum();
  await choose('four', 'Move to album');
  const picker = within(await screen.findByRole('dialog', { name: 'My Album List' }));
  await user.click(picker.getByRole('button', { name: 'Move' }));
  expect(await picker.findByRole('alert')).toHaveTextContent("Move can't be completed");
  await user.type(picker.getByRole('searchbox'), 'keep');
  await user.click(picker.getByRole('radio'));
  await user.click(picker.getByRole('button', { name: 'Move' }));
  await isGone('four');
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await tile('four')).toBeVisible();
  expect(api.requestsTo(moveMedia).map(({ params }) => params['albumId'])).toEqual([anAlbum()._id, KEEPERS._id]);
});

it('returns each of several moved photos to its position with one request', async () => {
  const { user, api, all, album, check, bar } = await openAlbum(['a', 'b', 'c', 'd', 'e', 'f']);
  for (const name of ['b', 'c', 'e']) await check(name);
  await user.click(within(await bar()).getByRole('button', { name: 'Move' }));
  const picker = within(await screen.findByRole('dialog', { name: 'My Album List' }));
  await user.click(await picker.findByRole('radio', { name: /Keepers/ }));
  await user.click(picker.getByRole('button', { name: 'Move' }));
  await isGone('c');
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('3 items moved back.')).toBeVisible();
  await waitFor(() => expect(screen.getAllByRole('button', { name: /^Open / })).toHaveLength(6));
  const nameOf = (id: string | null | undefined) => all.find(({ _id }) => _id === id)?.name;
  const [, undone, ...others] = api.requestsTo(moveMedia);
  const { albumId, mediaIdArr, beforeIdArr } = (undone?.body ?? {}) as {
    albumId: string;
    mediaIdArr: string[];
    beforeIdArr: (string | null)[];
  };
  expect(albumId).toBe(album._id);
  expect(mediaIdArr.map((id, index) => `${nameOf(id)} before ${nameOf(beforeIdArr[index])}`).toSorted()).toEqual([
    'b before d',
    'c before d',
    'e before f',
  ]);
  expect(others).toEqual([]);
});

it('deletes the selected media after confirmation, and restores them with Undo', async () => {
  const { user, check, bar, tile } = await openAlbum();
  await check('two');
  await check('three');
  await user.click(within(await bar()).getByRole('button', { name: 'Delete' }));
  const question = await screen.findByRole('alertdialog', { name: 'Delete 2 items?' });
  await user.click(within(question).getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('2 items moved to Trash.')).toBeVisible();
  await isGone('two');
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await tile('two')).toBeVisible();
});

it('moves a photo with its menu and the keyboard', async () => {
  const { user, api, media, choose, tile } = await openAlbum();
  api.on(orderMedia, () => ({}));
  const [one, two, , four] = idsOf(media);
  await choose('four', 'Move to the start');
  await waitFor(() => expect(api.requestsTo(orderMedia)[0]?.body).toEqual({ mediaIdArr: [four], beforeId: one }));
  (await tile('one')).focus();
  await user.keyboard('{Alt>}{ArrowRight}{/Alt}');
  await waitFor(() => expect(api.requestsTo(orderMedia)).toHaveLength(2));
  expect(two).toBeDefined();
});

it('selects a range, opens the menu and deletes with the keyboard only', async () => {
  const { user, bar, tile } = await openAlbum();
  (await tile('one')).focus();
  await user.keyboard('{ArrowRight}');
  expect(await tile('two')).toHaveFocus();
  await user.keyboard(' ');
  expect(await bar()).toHaveTextContent('1 selected');
  await user.keyboard('{End}');
  expect(await tile('four')).toHaveFocus();
  await user.keyboard('{Shift>} {/Shift}');
  expect(await bar()).toHaveTextContent('3 selected');
});

it('changes the name and caption in the details', async () => {
  const { user, api, media, choose } = await openAlbum();
  api.on(editMedia, ({ body }) => ({ result: Object.assign(media[2] ?? {}, body) as Media, message: 'Changes saved.' }));
  await choose('three', 'Details and caption');
  const details = within(await screen.findByRole('dialog', { name: 'Details' }));
  const name = await details.findByLabelText(/^Name/);
  await user.clear(name);
  await user.type(name, 'The third');
  await user.type(details.getByLabelText('Caption'), 'Taken at noon');
  await user.click(details.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Changes saved.')).toBeVisible();
  expect(api.requestsTo(editMedia)[0]?.body).toMatchObject({ name: 'The third', caption: 'Taken at noon' });
});

const preview = (name: string) => screen.findByRole('dialog', { name });

it('marks favorites in the preview and filters the album by them', async () => {
  const favourites: string[] = [];
  const { user, api, media, choose, tile } = await openAlbum();
  const shown = (filter: string | undefined) => (filter === 'favourite' ? media.filter(({ _id }) => favourites.includes(_id)) : media);
  api
    .on(listFavouriteIds, () => ({ result: [...favourites] }))
    .on(listMedia, ({ query }) => ({ result: shown(query['filter']) }))
    .on(markFavourite, ({ params, body }) => {
      const id = params['mediaId'] ?? '';
      const others = favourites.filter((favourite) => favourite !== id);
      favourites.splice(0, favourites.length, ...others, ...((body as { isFavourite: boolean }).isFavourite ? [id] : []));
      return {};
    });
  await user.click(await tile('two'));
  const heart = async (name: string) => within(await preview(name)).getByRole('button', { name: 'Favorite' });
  expect(await heart('two')).toHaveAttribute('aria-pressed', 'false');
  await user.click(await heart('two'));
  await waitFor(async () => expect(await heart('two')).toHaveAttribute('aria-pressed', 'true'));
  await user.keyboard('{ArrowRight}');
  expect(await heart('three')).toHaveAttribute('aria-pressed', 'false');
  await user.keyboard('f');
  await waitFor(async () => expect(await heart('three')).toHaveAttribute('aria-pressed', 'true'));
  await user.keyboard('f');
  await waitFor(async () => expect(await heart('three')).toHaveAttribute('aria-pressed', 'false'));
  expect(favourites).toEqual([media[1]?._id]);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await choose('two', 'Remove from favorites');
  await waitFor(() => expect(favourites).toEqual([]));
});

it('stays on a photo that another user moves, and reports when it is removed', async () => {
  const { api, media, album } = await openAlbum(undefined, '&mediaIndex=1');
  api.on(listMediaIds, () => ({ result: idsOf(media) }));
  const [one, two, three, four] = media;
  if (!one || !two || !three || !four) throw new Error('There are four photos.');
  expect(await preview('two')).toHaveTextContent('2 of 4');
  media.splice(0, 4, one, three, four, two);
  nudgeAlbum(album._id);
  await waitFor(async () => expect(await preview('two')).toHaveTextContent('4 of 4'));
  media.splice(0, 4, three, four);
  api.refuse(readMedia, 'NOT_FOUND');
  nudgeAlbum(album._id);
  expect(await screen.findByText('“two” is no longer available. It may have been removed.')).toBeVisible();
  expect(await preview('four')).toHaveTextContent('2 of 2');
});

it('keeps an unsaved rotation of a photo, and saves it', async () => {
  const { user, api, media } = await openAlbum(undefined, '&mediaIndex=0');
  api.on(rotateMedia, ({ body }) => ({
    result: Object.assign(media[0] ?? {}, { rotation: (body as { rotateAngle: number }).rotateAngle }) as Media,
  }));
  const save = async (name: string) => within(await preview(name)).queryByRole('button', { name: 'Save' });
  expect(await save('one')).toBeNull();
  await user.keyboard(']');
  await waitFor(async () => expect(await save('one')).toBeVisible());
  await user.keyboard('{ArrowRight}');
  expect(await save('two')).toBeNull();
  await user.keyboard('{ArrowLeft}');
  await waitFor(async () => expect(await save('one')).toBeVisible());
  await user.click((await save('one')) as HTMLElement);
  await waitFor(async () => expect(await save('one')).toBeNull());
  expect(api.requestsTo(rotateMedia)[0]?.body).toEqual({ rotateAngle: 90 });
});
