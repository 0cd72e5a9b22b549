import { screen, waitFor, within } from '@testing-library/react';
import { readMedia } from '@vitrine/contract/media.endpoints';
import type { Source, SourceDetails, WidgetSource } from '@vitrine/contract/sources';
import { createSource, editSource, fetchSource, listSources, readSource } from '@vitrine/contract/sources.endpoints';
import type { WidgetSettings } from '@vitrine/contract/widgets';
import { createWidget, editWidget, readWidget } from '@vitrine/contract/widgets.endpoints';
import { expect, it, vi } from 'vitest';
import { answerAlbum, aPhoto } from '../../../testing/album-media.ts';
import { nudge } from '../../../testing/fake-live.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { anAlbum, signedInApi, signIn } from '../../../testing/signed-in.ts';
import { aFailingSource, aSource, detailsOf, FEED_DOCUMENT } from '../../../testing/sources.ts';

const widget = aPhoto('News', 0, { kind: 'widget' });
const news = aSource('City news', 1);

/** Answers with these sources, as they are at the time of each request. */
function answer(sources: Source[], details: Partial<SourceDetails> = {}) {
  return answerAlbum(signedInApi(), anAlbum(), [])
    .on(listSources, () => ({ result: { sources } }))
    .on(readSource, ({ params }) => ({
      result: detailsOf(sources.find(({ _id }) => _id === params['sourceId']) ?? expect.fail(), details),
    }))
    .result(createWidget, widget)
    .result(editWidget, widget);
}

async function openForm(template: string, api: ReturnType<typeof answer>) {
  signIn();
  const page = await renderApp(`/main/widget?template=${template}`, api);
  await screen.findByRole('form', { name: 'Widget' });
  return page;
}

const preview = () => screen.getByRole('figure', { name: 'Preview' });

it('adds a feed in place, shows that it is fetched, and then its data', async () => {
  const sources: Source[] = [];
  const api = answer(sources).on(createSource, () => {
    sources.push({ ...news, state: 'waiting', checkedAt: null, changedAt: null });
    return { result: sources[0] ?? expect.fail() };
  });
  const { user } = await openForm('headlines', api);
  expect(await screen.findByText(/Example data/)).toBeVisible();
  await user.type(await screen.findByRole('textbox', { name: 'Address of the feed' }), 'https://news.example.com/feed.xml{Enter}');
  expect(await screen.findByText('Fetching…')).toBeVisible();
  expect(screen.getByRole('combobox', { name: 'Data source' })).toHaveValue(news._id);
  await waitFor(() => expect(preview()).toHaveTextContent('No data yet'));
  sources[0] = news;
  nudge('sources');
  await waitFor(() => expect(preview()).toHaveTextContent('New tram line opens'));
  expect(screen.getByText(/^Current as of/)).toBeVisible();
  expect(screen.queryByText(/Example data/)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Add to album' }));
  await screen.findByText('Added to the album.');
  expect(api.requestsTo(createWidget)[0]?.body).toMatchObject({ name: 'City news', settings: { type: 'headlines', sourceId: news._id } });
});

it('shows why the data could not be fetched and corrects the address', async () => {
  const failing = aFailingSource('City news', 1);
  const sources = [failing];
  const api = answer(sources).on(editSource, () => {
    sources[0] = { ...failing, state: 'waiting' };
    return { result: sources[0] };
  });
  const { user } = await openForm('headlines', api);
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Data source' }), 'City news');
  expect(await screen.findByText('The site has no page at this address. Check the address.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Correct the address' }));
  const address = await screen.findByRole('textbox', { name: 'Address of the feed' });
  await user.clear(address);
  await user.type(address, 'https://news.example.com/rss');
  await user.click(screen.getByRole('button', { name: 'Save and fetch' }));
  expect(await screen.findByText('Fetching…')).toBeVisible();
  expect(api.requestsTo(editSource)[0]?.body).toMatchObject({ address: 'https://news.example.com/rss' });
});

it('tries again on request and shows when it is too early', async () => {
  const api = answer([aFailingSource('City news', 1)]).refuse(fetchSource, 'TOO_MANY_REQUESTS');
  const { user } = await openForm('ticker', api);
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Data source' }), 'City news');
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Too many requests. Wait a moment and try again.')).toBeVisible();
});

it('offers only sources of the right kind', async () => {
  const calendar = aSource('Team', 2, { kind: 'calendar', settings: { kind: 'calendar', timeZone: 'UTC' } });
  await openForm('agenda', answer([news, calendar]));
  const choice = await screen.findByRole('combobox', { name: 'Data source' });
  expect(
    within(choice)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Choose a data source', 'Team']);
});

it('requires a data source before a widget is saved', async () => {
  const api = answer([news]);
  const { user } = await openForm('ticker', api);
  await screen.findByRole('combobox', { name: 'Data source' });
  await user.click(screen.getByRole('button', { name: 'Add to album' }));
  expect(await screen.findByText('Choose or add a data source.')).toBeVisible();
  expect(api.requestsTo(createWidget)).toEqual([]);
});

it('requires the data when only an address was entered', async () => {
  const { user } = await openForm('headlines', answer([]));
  await user.type(await screen.findByRole('textbox', { name: 'Address of the feed' }), 'https://news.example.com');
  await user.click(screen.getByRole('button', { name: 'Add to album' }));
  expect(await screen.findByText('Get the data first, so that the widget has something to show.')).toBeVisible();
});

it('explains where to find the address of a calendar and suggests the time zone of the browser', async () => {
  const { user } = await openForm('room', answer([]));
  expect(await screen.findByRole('combobox', { name: 'Time zone' })).toHaveValue(Intl.DateTimeFormat().resolvedOptions().timeZone);
  await user.click(screen.getByText('Where do I find the address?'));
  expect(screen.getByText(/Secret address in iCal format/)).toBeVisible();
});

it('uses the location of the device for the weather', async () => {
  vi.stubGlobal('isSecureContext', true);
  const getCurrentPosition = vi.fn((onSuccess: PositionCallback) =>
    onSuccess({ coords: { latitude: 48.20817, longitude: 16.37382 } } as GeolocationPosition),
  );
  Object.defineProperty(navigator, 'geolocation', { configurable: true, value: { getCurrentPosition } });
  const place = aSource('Vienna', 4, { kind: 'weather' });
  const api = answer([]).result(createSource, place);
  try {
    const { user } = await openForm('weather', api);
    await user.type(await screen.findByRole('textbox', { name: 'Place' }), 'Vienna');
    await user.click(screen.getByRole('button', { name: 'Use my location' }));
    await user.click(screen.getByRole('button', { name: 'Get data' }));
    await waitFor(() => expect(api.requestsTo(createSource)).toHaveLength(1));
    expect(api.requestsTo(createSource)[0]?.body).toMatchObject({ name: 'Vienna', settings: { latitude: 48.21, longitude: 16.37 } });
  } finally {
    Reflect.deleteProperty(navigator, 'geolocation');
  }
});

it('divides coordinates that are pasted together', async () => {
  const { user } = await openForm('weather', answer([]));
  await user.click(await screen.findByRole('textbox', { name: 'Latitude' }));
  await user.paste('-33.8688, 151.2093');
  expect(screen.getByRole('textbox', { name: 'Latitude' })).toHaveValue('-33.8688');
  expect(screen.getByRole('textbox', { name: 'Longitude' })).toHaveValue('151.2093');
});

it('reports when the location of the device is not available', async () => {
  vi.stubGlobal('isSecureContext', true);
  const getCurrentPosition = (_onSuccess: PositionCallback, onError: PositionErrorCallback) => onError({} as GeolocationPositionError);
  Object.defineProperty(navigator, 'geolocation', { configurable: true, value: { getCurrentPosition } });
  try {
    const { user } = await openForm('weather', answer([]));
    await user.click(await screen.findByRole('button', { name: 'Use my location' }));
    expect(await screen.findByText('Your location isn’t available. Enter the coordinates instead.')).toBeVisible();
  } finally {
    Reflect.deleteProperty(navigator, 'geolocation');
  }
});

it('reports wrong coordinates at their fields', async () => {
  const api = answer([]);
  const { user } = await openForm('weather', api);
  await user.type(await screen.findByRole('textbox', { name: 'Latitude' }), 'north');
  await user.click(screen.getByRole('button', { name: 'Get data' }));
  expect(await screen.findByText('Enter a place.')).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Latitude' })).toHaveAccessibleDescription('Enter a number from −90 to 90, such as 48.21.');
  expect(api.requestsTo(createSource)).toEqual([]);
});

it('reads columns of a JSON file', async () => {
  const api = answer([]).result(createSource, aSource('Prices', 5, { kind: 'table' }));
  const { user } = await openForm('dataTable', api);
  await user.click(await screen.findByRole('radio', { name: 'JSON' }));
  await user.type(screen.getByRole('textbox', { name: 'Address of the JSON file' }), 'https://shop.example.com/prices.json');
  await user.type(screen.getByRole('textbox', { name: 'Pointer to the list' }), '/items');
  await user.type(screen.getByRole('textbox', { name: 'Heading' }), 'Product');
  await user.type(screen.getByRole('textbox', { name: 'Pointer' }), 'name');
  await user.click(screen.getByRole('button', { name: 'Add a column' }));
  await user.click(screen.getByRole('button', { name: 'Delete column 2' }));
  await user.click(screen.getByRole('button', { name: 'Get data' }));
  expect(await screen.findByText('Enter a JSON pointer, such as /items/0/name')).toBeVisible();
  await user.clear(screen.getByRole('textbox', { name: 'Pointer' }));
  await user.type(screen.getByRole('textbox', { name: 'Pointer' }), '/name');
  await user.click(screen.getByRole('button', { name: 'Get data' }));
  await waitFor(() => expect(api.requestsTo(createSource)).toHaveLength(1));
  expect(api.requestsTo(createSource)[0]?.body).toMatchObject({
    name: 'shop.example.com',
    settings: { kind: 'table', format: 'json', rows: '/items', columns: [{ name: 'Product', pointer: '/name' }] },
  });
});

it('shows a member the name of another person’s source only, and keeps it', async () => {
  const settings: WidgetSettings = { type: 'headlines', theme: 'light', sourceId: news._id, title: '', showSummaries: true };
  const source: WidgetSource = {
    _id: news._id,
    name: 'City news',
    kind: 'feed',
    isOwn: false,
    document: FEED_DOCUMENT,
    currentUntil: null,
  };
  const api = answer([]).result(readMedia, widget).result(readWidget, { settings, pictureKey: null, source });
  signIn();
  const { user } = await renderApp(`/main/widget?mediaId=${widget._id}`, api);
  expect(await screen.findByRole('option', { name: 'City news (from another person)' })).toBeInTheDocument();
  await waitFor(() => expect(preview()).toHaveTextContent('New tram line opens'));
  expect(screen.queryByRole('textbox', { name: /Address/ })).toBeNull();
  await user.click(screen.getByRole('switch', { name: 'Show summaries' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Changes saved.');
  expect(api.requestsTo(editWidget)[0]?.body).toMatchObject({ settings: { ...settings, showSummaries: false } });
  expect(api.requestsTo(readSource)).toEqual([]);
});

it('reports sources that could not be loaded', async () => {
  const api = answer([news]).refuse(listSources, 'UNAVAILABLE');
  const { user } = await openForm('headlines', api);
  await screen.findByRole('heading', { name: 'Couldn’t load this' });
  api.on(listSources, () => ({ result: { sources: [news] } }));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('combobox', { name: 'Data source' })).toBeVisible();
});
