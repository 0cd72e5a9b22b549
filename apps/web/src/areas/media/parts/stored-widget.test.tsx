import { screen, waitFor, within } from '@testing-library/react';
import type { SharedAlbum } from '@vitrine/contract/album-links';
import {
  countSharedVisit,
  listSharedMedia,
  readSharedAlbum,
  readSharedLayout,
  readSharedWidget,
} from '@vitrine/contract/shared-albums.endpoints';
import type { WidgetSource } from '@vitrine/contract/sources';
import type { WidgetSettings } from '@vitrine/contract/widgets';
import { readWidget } from '@vitrine/contract/widgets.endpoints';
import { expect, it } from 'vitest';
import { answerAlbum, aPhoto, giveLayout } from '../../../testing/album-media.ts';
import { FakeApi } from '../../../testing/fake-api.ts';
import { nudge } from '../../../testing/fake-live.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { anAlbum, signedInApi, signIn } from '../../../testing/signed-in.ts';
import { aSource, FEED_DOCUMENT } from '../../../testing/sources.ts';

const HOUR_MS = 3_600_000;
const album = anAlbum();
const widget = aPhoto('News', 0, { kind: 'widget' });
const { _id, name, kind } = aSource('City news', 1);
const settings: WidgetSettings = { type: 'headlines', theme: 'light', sourceId: _id, title: '', showSummaries: true };
const current: WidgetSource = { _id, name, kind, isOwn: false, document: FEED_DOCUMENT, currentUntil: null };

/** Opens the preview of the widget with the source as it is at the time of each request. */
async function openPreview(answer: { source: WidgetSource }) {
  giveLayout();
  signIn();
  const api = answerAlbum(signedInApi(), album, [widget]).on(readWidget, () => ({ result: { settings, pictureKey: null, ...answer } }));
  const page = await renderApp(`/main/media?albumId=${album._id}&mediaIndex=0`, api);
  return { ...page, api, drawing: await screen.findByRole('figure', { name: 'News' }) };
}

it('draws a widget with the data of its source', async () => {
  const { drawing } = await openPreview({ source: current });
  expect(drawing).toHaveTextContent('New tram line opens');
  expect(drawing).not.toHaveTextContent('as of');
});

it('follows the state of the data by live messages and shows its age', async () => {
  const answer = { source: current };
  await openPreview(answer);
  const drawing = () => screen.getByRole('figure', { name: 'News' });
  answer.source = { ...current, currentUntil: Date.now() - 3 * HOUR_MS };
  nudge('sources');
  await waitFor(() => expect(drawing()).toHaveTextContent(/as of/));
  // The live link refetches once when it starts. That refetch has ended, so only the message can cause the next one.
  answer.source = current;
  nudge('sources');
  await waitFor(() => expect(drawing()).not.toHaveTextContent('as of'));
});

it('reports a widget that could not be loaded and tries again', async () => {
  giveLayout();
  signIn();
  const api = answerAlbum(signedInApi(), album, [widget]).refuse(readWidget, 'UNAVAILABLE');
  const { user } = await renderApp(`/main/media?albumId=${album._id}&mediaIndex=0`, api);
  const failure = await screen.findByRole('heading', { name: 'Couldn’t load this' });
  api.result(readWidget, { settings, pictureKey: null, source: { ...current, document: null } });
  await user.click(within(failure.parentElement ?? expect.fail()).getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('figure', { name: 'News' })).toHaveTextContent('No data yet');
});

it('draws a widget live for a visitor with a link, from what the link opens', async () => {
  giveLayout();
  const { albumId: _album, uploadedBy: _uploader, isTakenAtEdited: _edited, duration: _duration, valid: _valid, ...shared } = widget;
  const opened: SharedAlbum = {
    name: 'Lobby',
    caption: '',
    ownerName: 'Ana',
    imageCount: 0,
    videoCount: 0,
    otherCount: 1,
    documentCount: 0,
    allowsDownload: false,
    expiresAt: null,
    platform: 'PP',
  };
  const api = new FakeApi()
    .result(readSharedAlbum, { isLocked: false, album: opened })
    .result(readSharedLayout, { count: 1, ratios: btoa(String.fromCharCode(...new Uint8Array(new Uint16Array([1500]).buffer))) })
    .result(listSharedMedia, [shared])
    .on(countSharedVisit, () => ({}))
    .result(readSharedWidget, { settings, pictureKey: null, source: { document: FEED_DOCUMENT, currentUntil: null } });
  await renderApp('/shared/token-of-the-link?mediaIndex=0', api);
  expect(await screen.findByRole('figure', { name: 'News' })).toHaveTextContent('New tram line opens');
  expect(api.requestsTo(readSharedWidget)[0]?.params).toEqual({ token: 'token-of-the-link', mediaId: widget._id });
});
