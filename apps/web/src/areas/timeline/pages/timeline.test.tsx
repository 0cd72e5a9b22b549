/** Selection on the page Photos. The server's refusals are tested there; `e2e/timeline.slow.spec.ts` uses real photos. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { listAlbumLinks } from '@vitrine/contract/album-links.endpoints';
import { createAlbum } from '@vitrine/contract/albums.endpoints';
import { restoreBinned } from '@vitrine/contract/bin.endpoints';
import { createZip } from '@vitrine/contract/files.endpoints';
import { copySelectedMedia, deleteSelectedMedia, editMedia, markFavourites, setScreenTimes } from '@vitrine/contract/media.endpoints';
import { listTimelineFavouriteIds, listTimelineIds, readTimeline, readTimelineMonths } from '@vitrine/contract/timeline.endpoints';
import { expect, it, vi } from 'vitest';
import { answerAlbum, aPhoto, giveLayout } from '../../../testing/album-media.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { ANA, anAlbum, signedInApi, signIn } from '../../../testing/signed-in.ts';

const OTHER_ALBUM = '00000000-0000-7000-8000-0000000000c2';
const [beach, boat, snow] = [
  aPhoto('beach', 0, { takenAt: '2024-07-31T18:00:00' }),
  aPhoto('boat', 1, { takenAt: '2024-07-30T18:00:00', albumId: OTHER_ALBUM }),
  aPhoto('snow', 2, { takenAt: '2023-12-24T18:00:00' }),
];
const media = [beach, boat, snow];
const ids = media.map(({ _id }) => _id);

const ratios = (count: number) => btoa(String.fromCharCode(...new Uint8Array(new Uint16Array(count).fill(1500).buffer)));
const PERIODS: Record<string, string[]> = { '2024-07': [beach._id, boat._id], '2024-07-31': [beach._id], '2023-12': [snow._id] };

async function open() {
  giveLayout();
  signIn();
  const favourites: string[] = [];
  const api = answerAlbum(signedInApi(), anAlbum(), media)
    .result(readTimelineMonths, [
      { month: '2024-07', count: 2, ratios: ratios(2) },
      { month: '2023-12', count: 1, ratios: ratios(1) },
    ])
    .result(readTimeline, media)
    .result(listTimelineFavouriteIds, favourites)
    .on(listTimelineIds, ({ query }) => ({ result: query['period'] ? (PERIODS[query['period']] ?? []) : ids }));
  const app = await renderApp('/main/timeline', api);
  await screen.findByRole('button', { name: 'Open beach' });
  return { ...app, api, favourites };
}

const check = (name: string) => screen.getByRole('checkbox', { name });
const action = (name: string) => within(screen.getByRole('toolbar', { name: 'Selection' })).getByRole('button', { name });

it('selects photos by their checks, by Shift, by keyboard and by month', async () => {
  const { user, api } = await open();
  await user.click(check('Select beach'));
  expect(screen.getByText('1 selected')).toBeVisible();
  fireEvent.click(check('Select snow'), { shiftKey: true });
  expect(await screen.findByText('3 selected')).toBeVisible();
  expect(api.requestsTo(listTimelineIds)[0]?.query).toMatchObject({ from: beach._id, to: snow._id });
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('toolbar', { name: 'Selection' })).toBeNull();
  screen.getByRole('button', { name: 'Open boat' }).focus();
  await user.keyboard(' ');
  expect(check('Select boat')).toBeChecked();
  await user.click(check('Select all of July 2024'));
  expect(await screen.findByText('2 selected')).toBeVisible();
  expect(check('Select all of July 2024')).toBeChecked();
  await user.click(check('Select boat'));
  expect(check('Select all of July 2024')).not.toBeChecked();
  await user.click(check('Select all of July 2024'));
  await waitFor(() => expect(check('Select all of July 2024')).toBeChecked());
  await user.click(check('Select all of July 2024'));
  await waitFor(() => expect(screen.queryByRole('toolbar', { name: 'Selection' })).toBeNull());
});

it('selects the photos that a rectangle touches, in addition to others with Ctrl', async () => {
  await open();
  const month = screen.getByRole('heading', { name: 'July 2024' });
  const draw = (from: { x: number; y: number }, to: { x: number; y: number }, isAdditive: boolean) => {
    fireEvent.pointerDown(month, { button: 0, pointerType: 'mouse', ctrlKey: isAdditive, clientX: from.x, clientY: from.y });
    fireEvent.pointerMove(window, { clientX: to.x, clientY: to.y });
    fireEvent.pointerUp(window);
  };
  // The tiles of a month are in one row below its title.
  draw({ x: 1190, y: 10 }, { x: 310, y: 60 }, false);
  expect(await screen.findByText('1 selected')).toBeVisible();
  expect(check('Select boat')).toBeChecked();
  draw({ x: 1190, y: 10 }, { x: 10, y: 60 }, false);
  expect(await screen.findByText('2 selected')).toBeVisible();
  draw({ x: 1190, y: 270 }, { x: 10, y: 400 }, true);
  expect(await screen.findByText('3 selected')).toBeVisible();
  fireEvent.pointerDown(month, { button: 0, pointerType: 'mouse' });
  fireEvent.pointerUp(window);
  await waitFor(() => expect(screen.queryByRole('toolbar', { name: 'Selection' })).toBeNull());
});

it('selects a day by the menu of a photo', async () => {
  const { user } = await open();
  await user.click(screen.getByRole('button', { name: 'Actions for beach' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Select July 31, 2024' }));
  expect(await screen.findByText('1 selected')).toBeVisible();
  expect(check('Select beach')).toBeChecked();
});

it('selects photos by a long press, and up to the photo below the finger', async () => {
  await open();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'requestAnimationFrame', 'cancelAnimationFrame'] });
  try {
    const tile = screen.getByRole('button', { name: 'Open beach' });
    const reached = screen.getByRole('button', { name: 'Open boat' });
    fireEvent.touchStart(tile, { touches: [{ clientX: 10, clientY: 300 }] });
    vi.advanceTimersByTime(400);
    document.elementFromPoint = () => reached;
    fireEvent.touchMove(tile, { touches: [{ clientX: 200, clientY: 300 }] });
    vi.advanceTimersByTime(50);
    fireEvent.touchEnd(tile, { changedTouches: [{ clientX: 200, clientY: 300 }] });
  } finally {
    Reflect.deleteProperty(document, 'elementFromPoint');
    vi.useRealTimers();
  }
  expect(await screen.findByText('2 selected')).toBeVisible();
  expect(check('Select boat')).toBeChecked();
});

it('deletes the selection after a confirmation, and restores it by Undo', async () => {
  const { user, api } = await open();
  api.on(deleteSelectedMedia, () => ({ message: '2 items moved to Trash.' })).on(restoreBinned, () => ({}));
  await user.click(check('Select all of July 2024'));
  await user.click(await waitFor(() => action('Delete')));
  const dialog = await screen.findByRole('alertdialog', { name: 'Delete 2 items?' });
  await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('2 items moved to Trash.')).toBeVisible();
  expect(api.requestsTo(deleteSelectedMedia)[0]?.body).toEqual({ mediaIdArr: [beach._id, boat._id] });
  await waitFor(() => expect(screen.queryByRole('toolbar', { name: 'Selection' })).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(api.requestsTo(restoreBinned)[0]?.body).toMatchObject({ mediaIdArr: [beach._id, boat._id] }));
});

it('marks the selection as favorites, shows hearts, and removes the marks again', async () => {
  const { user, api, favourites } = await open();
  api.on(markFavourites, ({ body }) => {
    const { mediaIdArr, isFavourite } = body as { mediaIdArr: string[]; isFavourite: boolean };
    favourites.splice(0, favourites.length, ...(isFavourite ? mediaIdArr : []));
    return {};
  });
  await user.click(check('Select beach'));
  await user.click(action('Favorite'));
  expect(await within(screen.getByRole('button', { name: 'Open beach' })).findByText('Favorite')).toBeInTheDocument();
  await user.click(await waitFor(() => action('Unfavorite')));
  await waitFor(() =>
    expect(api.requestsTo(markFavourites).map(({ body }) => body)).toEqual([
      { mediaIdArr: [beach._id], isFavourite: true },
      { mediaIdArr: [beach._id], isFavourite: false },
    ]),
  );
});

it('sets the time on screens of photos of several albums', async () => {
  const { user, api } = await open();
  api.on(setScreenTimes, () => ({ message: 'Changes saved for 2 items.' }));
  await user.click(check('Select all of July 2024'));
  await user.click(await waitFor(() => action('Time on screens')));
  const dialog = within(await screen.findByRole('dialog', { name: 'Time on screens' }));
  await user.selectOptions(dialog.getByLabelText('Stays on screen'), 'Own duration');
  await user.type(dialog.getByLabelText(/^Seconds/), '15');
  await user.selectOptions(dialog.getByLabelText('Shown'), 'Only at certain times');
  await user.click(dialog.getByRole('checkbox', { name: 'Fri' }));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Changes saved for 2 items.')).toBeVisible();
  expect(api.requestsTo(setScreenTimes).map(({ body }) => body)).toEqual([
    { mediaIdArr: [beach._id, boat._id], duration: 15, valid: { weekdays: [5] } },
  ]);
  await waitFor(() => expect(screen.queryByRole('toolbar', { name: 'Selection' })).toBeNull());
});

it('sets the time on screens of one photo by its menu', async () => {
  const { user, api } = await open();
  api.on(setScreenTimes, () => ({ message: 'Changes saved for 1 item.' }));
  await user.click(screen.getByRole('button', { name: 'Actions for snow' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Time on screens' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Time on screens' }));
  await user.selectOptions(await dialog.findByLabelText('Shown'), 'Only at certain times');
  await user.click(dialog.getByRole('checkbox', { name: 'Mon' }));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(api.requestsTo(setScreenTimes)[0]?.body).toEqual({ mediaIdArr: [snow._id], duration: null, valid: { weekdays: [1] } }),
  );
});

it('downloads photos of several albums as one zip', async () => {
  const { user, api } = await open();
  api.result(createZip, { key: ANA._id, name: 'Photos.zip', count: 2, size: 2000 });
  await user.click(check('Select all of July 2024'));
  await user.click(await waitFor(() => action('Download')));
  await waitFor(() => expect(api.requestsTo(createZip)[0]?.body).toEqual({ mediaIdArr: [beach._id, boat._id] }));
});

it('adds the selection to an album', async () => {
  const { user, api } = await open();
  api.on(copySelectedMedia, () => ({ message: '1 item copied.' }));
  await user.click(check('Select snow'));
  await user.click(action('Add to album'));
  const dialog = await screen.findByRole('dialog', { name: 'My Album List' });
  await user.click(within(dialog).getByRole('button', { name: 'Add' }));
  expect(await within(dialog).findByRole('alert')).toHaveTextContent("Copy can't be completed");
  await user.click(await within(dialog).findByRole('radio', { name: /Summer/ }));
  await user.click(within(dialog).getByRole('button', { name: 'Add' }));
  expect(await screen.findByText('1 item copied.')).toBeVisible();
  expect(api.requestsTo(copySelectedMedia)[0]?.body).toEqual({ albumId: anAlbum()._id, mediaIdArr: [snow._id] });
  await waitFor(() => expect(screen.queryByRole('toolbar', { name: 'Selection' })).toBeNull());
});

/** Responds after the page was rendered with the pending request. */
const later = <Response,>(response: Response) => new Promise<Response>((resolve) => setTimeout(() => resolve(response)));

it('shares the selection through a new album', async () => {
  const { user, api } = await open();
  api
    .on(createAlbum, () => later({ result: anAlbum({ name: 'For Eva' }), message: 'Album created.' }))
    .on(copySelectedMedia, () => later({}))
    .result(listAlbumLinks, []);
  await user.click(check('Select beach'));
  await user.click(action('Share'));
  const dialog = await screen.findByRole('dialog', { name: 'Share 1 item' });
  await user.type(within(dialog).getByLabelText(/^Album name/), 'For Eva');
  await user.click(within(dialog).getByRole('button', { name: 'Continue' }));
  expect(await screen.findByRole('dialog', { name: /^Share “/ })).toBeVisible();
  expect(api.requestsTo(copySelectedMedia)[0]?.body).toEqual({ albumId: anAlbum()._id, mediaIdArr: [beach._id] });
});

it('changes the date on which a photo was taken, and restores the original date', async () => {
  const { user, api } = await open();
  const open2 = async () => {
    await user.click(screen.getByRole('button', { name: 'Actions for snow' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Change date taken' }));
    return screen.findByRole('dialog', { name: 'Change date taken' });
  };
  api.on(editMedia, ({ body }) => {
    const { takenAt } = body as { takenAt: string | null };
    Object.assign(snow, { takenAt: takenAt ?? '2023-12-24T18:00:00', isTakenAtEdited: takenAt !== null });
    return { result: snow, message: 'Changes saved.' };
  });
  const dialog = await open2();
  const field = within(dialog).getByLabelText(/^Date and time/);
  expect(field).toHaveValue('2023-12-24T18:00');
  fireEvent.change(field, { target: { value: '2020-01-02T03:04' } });
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(api.requestsTo(editMedia)[0]?.body).toEqual({ takenAt: '2020-01-02T03:04' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const again = await open2();
  await user.click(await within(again).findByRole('button', { name: 'Restore the original date' }));
  await waitFor(() => expect(api.requestsTo(editMedia)[1]?.body).toEqual({ takenAt: null }));
});

it('closes a dialog about a selection that was lost in a reload', async () => {
  giveLayout();
  signIn();
  const api = answerAlbum(signedInApi(), anAlbum(), media)
    .result(readTimelineMonths, [{ month: '2024-07', count: 3, ratios: ratios(3) }])
    .result(readTimeline, media)
    .result(listTimelineFavouriteIds, []);
  const { router } = await renderApp('/main/timeline?dialog=deleteSelected', api);
  await waitFor(() => expect(router.state.location.search).not.toHaveProperty('dialog'));
});
