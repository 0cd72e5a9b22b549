/** The dock of uploads whose transfers are controlled by the tests. `e2e/uploads.spec.ts` uploads real files. */
import { act, screen, waitFor, within } from '@testing-library/react';
import { ERRORS } from '@vitrine/contract/errors';
import { findDuplicateFiles } from '@vitrine/contract/media.endpoints';
import { listPayments } from '@vitrine/contract/payments.endpoints';
import { listPlans, readCredit } from '@vitrine/contract/subscriptions.endpoints';
import { expect, it, onTestFinished, vi } from 'vitest';
import { answerAlbum } from '../../../testing/album-media.ts';
import { aPlan } from '../../../testing/plans.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { anAlbum, signedInApi, signIn } from '../../../testing/signed-in.ts';
import { storedFiles } from '../stored-files.ts';
import * as transfers from '../transfer.ts';
import type { TransferEvents, TransferFailure } from '../transfer-types.ts';
import { uploads } from '../upload-queue.ts';

const aFile = (name: string) => new File([new Uint8Array(1000)], name, { type: 'image/jpeg' });
const REFUSED: TransferFailure = { reason: 'Selected file not supported', isLost: false, isRefused: true };

const dock = () => within(screen.getByRole('region', { name: 'Uploads' }));
const row = (name: string) => dock().getByText(name).closest('li');
const button = (name: string) => dock().getByRole('button', { name });
const indicator = () => screen.queryByText('Upload in progress...');

/** Locks as of a browser with one tab. jsdom has none, and the app would wait for answers of other tabs. */
function giveLocks(): void {
  const request = async (_name: string, _options: object, hold: (lock: object) => unknown) => hold({});
  Object.defineProperty(navigator, 'locks', { configurable: true, value: { request } });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'locks'));
}

/** Replaces transfers by ones that only the test advances. */
function controlTransfers() {
  const running = new Map<string, TransferEvents>();
  const spies = [
    vi.spyOn(transfers, 'startTransfer').mockImplementation(({ file }, events) => {
      running.set(file.name, events);
      return { stop: () => void running.delete(file.name) };
    }),
    vi.spyOn(transfers, 'abandonUpload').mockReturnValue(),
    vi.spyOn(storedFiles, 'put').mockResolvedValue('stored'),
  ];
  onTestFinished(() => {
    for (const spy of spies) spy.mockRestore();
  });
  /** Ends a transfer, and lets the page follow. */
  const end = async (name: string, report: (events: TransferEvents) => void) => {
    const events = running.get(name);
    if (!events) throw new Error(`${name} is not being sent.`);
    running.delete(name);
    await act(async () => report(events));
  };
  return {
    names: () => [...running.keys()],
    progress: (name: string, sentBytes: number) => act(async () => running.get(name)?.onProgress(sentBytes)),
    finish: (name: string) => end(name, ({ onDone }) => onDone({ mediaId: null, duplicateOf: null })),
    fail: (name: string, failure = REFUSED) => end(name, ({ onFailed }) => onFailed(failure)),
  };
}

async function openAlbum() {
  giveLocks();
  const sent = controlTransfers();
  signIn();
  const album = anAlbum();
  const api = answerAlbum(signedInApi(), album, [])
    .result(findDuplicateFiles, { known: [], possible: [] })
    .result(listPlans, [aPlan()])
    .result(listPayments, [])
    .result(readCredit, { credit: 0, currency: 'usd', upcoming: null });
  const { user, router } = await renderApp(`/main/media?albumId=${album._id}`, api);
  const choose = async (...names: string[]) => {
    const input = await screen.findByLabelText<HTMLInputElement>(/: choose files$/);
    await user.upload(input, names.map(aFile));
    await screen.findByRole('region', { name: 'Uploads' });
  };
  const press = async (name: string) => {
    act(() => button(name).focus());
    await user.keyboard('{Enter}');
  };
  return { choose, press, router, sent, user };
}

it('sends three files at a time and reports when all are complete', async () => {
  const { choose, sent } = await openAlbum();
  await choose('big.png', 'one.jpg', 'two.jpg', 'three.jpg', 'four.jpg', 'film.mkv');
  await waitFor(() => expect(sent.names()).toEqual(['big.png', 'one.jpg', 'two.jpg']));
  expect(row('big.png')).toHaveTextContent('Checking');
  expect(row('four.jpg')).toHaveTextContent('Queued');
  expect(indicator()).toBeVisible();
  expect(dock().getByText('Uploading 6 files')).toBeVisible();
  await sent.progress('big.png', 400);
  expect(row('big.png')).toHaveTextContent('Uploading, ');
  for (const name of ['one.jpg', 'two.jpg', 'three.jpg']) await sent.finish(name);
  expect(sent.names()).toEqual(['big.png', 'four.jpg', 'film.mkv']);
  expect(dock().getByText('Uploading 3 files')).toBeVisible();
  for (const name of ['four.jpg', 'film.mkv', 'big.png']) await sent.finish(name);
  expect(await screen.findByText('6 media uploaded successfully.')).toBeVisible();
  expect(indicator()).toBeNull();
  expect(dock().getAllByText('Done')).toHaveLength(6);
  expect(dock().getByText('6 files uploaded')).toBeVisible();
  expect(Object.keys(localStorage).filter((key) => key.startsWith('upload::'))).toEqual([]);
});

it('reports the albums of a folder together, even when the first is complete before the next is added', async () => {
  const { sent } = await openAlbum();
  await uploads.addTogether(async () => {
    await uploads.add([aFile('one.jpg')], anAlbum()._id);
    await sent.finish('one.jpg');
    await uploads.add([aFile('two.jpg')], anAlbum()._id);
  });
  expect(screen.queryByText(/uploaded successfully/)).toBeNull();
  await sent.finish('two.jpg');
  expect(await screen.findByText('2 media uploaded successfully.')).toBeVisible();
});

it('lists thirty waiting files, counts the others, and sends all of them', async () => {
  const { choose, sent } = await openAlbum();
  await choose(...Array.from({ length: 36 }, (_, index) => `photo-${index}.jpg`));
  expect(await screen.findByText('Up to 30 files upload at a time. The other 6 follow automatically.')).toBeVisible();
  // Three files are being sent, and thirty are listed.
  expect(dock().getAllByRole('listitem')).toHaveLength(34);
  expect(dock().getByText('3 more waiting')).toBeVisible();
  await choose('more.jpg');
  expect(await screen.findByText('Up to 30 files upload at a time. The other 7 follow automatically.')).toBeVisible();
  for (let [next] = sent.names(); next; [next] = sent.names()) await sent.finish(next);
  expect(await screen.findByText('37 media uploaded successfully.')).toBeVisible();
});

it('can be used with the keyboard only and never loses the focus', async () => {
  const { choose, press, sent, user } = await openAlbum();
  const openChooser = vi.spyOn(window.HTMLElement.prototype, 'click').mockReturnValue();
  const upload = await screen.findByRole('button', { name: 'Upload media' });
  act(() => upload.focus());
  await user.keyboard('{Enter}');
  expect(openChooser).toHaveBeenCalledOnce();
  openChooser.mockRestore();
  await choose('fake.mp4', 'a.png', 'b.png');
  await waitFor(() => expect(sent.names()).toHaveLength(3));
  await sent.fail('fake.mp4');
  expect(row('fake.mp4')).toHaveTextContent('Selected file not supported');
  await press('Retry fake.mp4');
  expect(button('Cancel fake.mp4')).toHaveFocus();
  await sent.fail('fake.mp4');
  await press('Retry all');
  expect(button('Collapse uploads')).toHaveFocus();
  await press('Pause uploads');
  expect(button('Resume uploads')).toHaveFocus();
  await press('Cancel fake.mp4');
  expect(button('Cancel a.png')).toHaveFocus();
  await user.tab();
  expect(button('Cancel b.png')).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(button('Cancel a.png')).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(screen.queryByRole('region', { name: 'Uploads' })).toBeNull();
  expect(screen.getByRole('main')).toHaveFocus();
});

it('announces the start, failures and the end of uploads, but not their progress', async () => {
  const { choose, sent, user } = await openAlbum();
  // The list's live region disappears once the list is loaded; the dock's remains.
  await screen.findByText('You have not added any media yet');
  const output = document.querySelector('output');
  if (!output) throw new Error('The page has no live region.');
  const announcements: string[] = [];
  const observer = new MutationObserver(() => announcements.push(output.textContent ?? ''));
  observer.observe(output, { childList: true, characterData: true, subtree: true });
  onTestFinished(() => observer.disconnect());
  const photos = Array.from({ length: 8 }, (_, index) => `photo-${index}.jpg`);
  await choose('large.png', 'fake.mp4', ...photos);
  await waitFor(() => expect(sent.names()).toHaveLength(3));
  await sent.progress('large.png', 500);
  await sent.fail('fake.mp4');
  for (const name of [...photos, 'large.png']) await sent.finish(name);
  expect(dock().getByText('1 file failed')).toBeVisible();
  expect(announcements).toEqual(['Uploading.', 'Uploading. 1 file failed.', '1 file failed.']);
  await user.click(button('Close uploads'));
  expect(screen.getByRole('main')).toHaveFocus();
});

it('shows that the plan has ended, links to the plans, and continues after a renewal', async () => {
  const { choose, router, sent, user } = await openAlbum();
  const { message } = ERRORS.PLAN_ENDED;
  await choose('one.jpg', 'two.jpg');
  await waitFor(() => expect(sent.names()).toHaveLength(2));
  for (const name of sent.names()) await sent.fail(name, { reason: message, isLost: false, isRefused: true, code: 'PLAN_ENDED' });
  expect(dock().getByText('2 files failed')).toBeVisible();
  expect(dock().getAllByText(message)[0]).toBeVisible();
  await user.click(dock().getByRole('link', { name: 'Upgrade' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/main/subscription'));
  expect(screen.queryByRole('dialog')).toBeNull();
  await user.click(button('Retry all'));
  for (const name of ['one.jpg', 'two.jpg']) await sent.finish(name);
  expect(await screen.findByText('2 media uploaded successfully.')).toBeVisible();
  expect(dock().queryByRole('link', { name: 'Upgrade' })).toBeNull();
});
