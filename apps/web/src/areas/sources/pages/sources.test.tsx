import { screen, waitFor, within } from '@testing-library/react';
import { SOURCE_LIMITS, type Source } from '@vitrine/contract/sources';
import { createSource, deleteSource, editSource, fetchSource, listSources, readSource } from '@vitrine/contract/sources.endpoints';
import { expect, it } from 'vitest';
import { nudge } from '../../../testing/fake-live.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { signedInApi, signIn } from '../../../testing/signed-in.ts';
import { aFailingSource, aSource, detailsOf } from '../../../testing/sources.ts';

const news = aSource('City news', 1, { usedBy: 2 });
const team = aFailingSource('Team calendar', 2, { kind: 'calendar', settings: { kind: 'calendar', timeZone: 'UTC' } });
const weather = aSource('Vienna', 3, {
  kind: 'weather',
  settings: { kind: 'weather', provider: 'metNorway', place: 'Vienna', latitude: 48.21, longitude: 16.37, timeZone: 'Europe/Vienna' },
  hasAddress: false,
  state: 'waiting',
  changedAt: null,
  checkedAt: null,
});

const answer = (sources: Source[]) => signedInApi().on(listSources, () => ({ result: { sources } }));

async function openPage(api = answer([news, team, weather]), query = '') {
  signIn();
  const page = await renderApp(`/main/sources${query}`, api);
  await screen.findByRole('heading', { name: 'Data sources', level: 1, hidden: true });
  return page;
}

const row = async (name: string) => {
  const heading = await screen.findByRole('heading', { name, level: 2 });
  return within(heading.closest('li') ?? expect.fail());
};

async function chooseAction(user: Awaited<ReturnType<typeof openPage>>['user'], name: string, action: string) {
  await user.click(await screen.findByRole('button', { name: `Actions for ${name}` }));
  await user.click(await screen.findByRole('menuitem', { name: action }));
}

it('shows kind, state and use of each source', async () => {
  await openPage();
  expect((await row('City news')).getByText('Headlines · Used by 2 widgets')).toBeVisible();
  expect((await row('City news')).getByText(/^Current as of/)).toBeVisible();
  expect((await row('Team calendar')).getByText(/^Failing since/)).toBeVisible();
  expect((await row('Team calendar')).getByText('The site has no page at this address. Check the address.')).toBeVisible();
  expect((await row('Team calendar')).getByText('Calendar · Not used by any widget')).toBeVisible();
  expect((await row('Vienna')).getByText('Fetching…')).toBeVisible();
});

it('is in the menu of the profile', async () => {
  signIn();
  const { user } = await renderApp('/main/notification', answer([news]));
  await user.click(await screen.findByRole('button', { name: /^Profile of/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Data sources' }));
  expect(await screen.findByRole('heading', { name: 'City news' })).toBeVisible();
});

it('offers to add the first source', async () => {
  const api = answer([]).result(createSource, news);
  const { user } = await openPage(api);
  await screen.findByRole('heading', { name: 'No data sources yet' });
  await user.click(screen.getByRole('button', { name: 'Add data source' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'Add data source' }));
  expect(await dialog.findByText('Enter an address.')).toBeVisible();
  await user.type(dialog.getByRole('textbox', { name: 'Address of the feed' }), 'www.example.com/feed.xml');
  await user.click(dialog.getByRole('button', { name: 'Add data source' }));
  expect(await screen.findByText('“City news” was added. Its data is being fetched.')).toBeVisible();
  expect(api.requestsTo(createSource).map(({ body }) => body)).toEqual([
    { name: 'example.com', settings: { kind: 'feed' }, address: 'https://www.example.com/feed.xml', intervalMinutes: 15 },
  ]);
});

it('reports a list that could not be loaded and tries again', async () => {
  const api = answer([news]).refuse(listSources, 'UNAVAILABLE');
  const { user } = await openPage(api);
  await screen.findByRole('heading', { name: 'Couldn’t load this' });
  api.on(listSources, () => ({ result: { sources: [news] } }));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'City news' })).toBeVisible();
});

it('adds no source beyond the limit', async () => {
  const sources = Array.from({ length: SOURCE_LIMITS.perAccount }, (_, index) => aSource(`Source ${index}`, index));
  await openPage(answer(sources));
  expect(await screen.findByText(/You’ve reached the limit of 100 data sources/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Add data source' })).toBeDisabled();
});

it('shows why the server refuses another source', async () => {
  const { user } = await openPage(answer([news]).refuse(createSource, 'SOURCE_LIMIT'), '?dialog=addSource');
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByRole('textbox', { name: 'Address of the feed' }), 'https://example.com/feed');
  await user.click(dialog.getByRole('button', { name: 'Add data source' }));
  expect(await dialog.findByRole('alert')).toHaveTextContent('You’ve reached the limit of 100 data sources.');
});

it('fetches a source and follows its state by the live message', async () => {
  const sources = [team];
  const api = answer(sources).on(fetchSource, () => {
    sources[0] = { ...team, state: 'waiting' };
    return { result: sources[0] };
  });
  const { user } = await openPage(api);
  await chooseAction(user, 'Team calendar', 'Fetch now');
  expect(await screen.findByText('Fetching…')).toBeVisible();
  sources[0] = { ...team, state: 'current', failingSince: null, failure: null };
  nudge('sources');
  expect(await screen.findByText(/^Current as of/)).toBeVisible();
});

it('shows the reason when a source was fetched a moment ago', async () => {
  const message = 'This was fetched a moment ago. Try again in 30 seconds.';
  const { user } = await openPage(answer([news]).refuse(fetchSource, 'TOO_MANY_REQUESTS', message));
  await chooseAction(user, 'City news', 'Fetch now');
  expect(await screen.findByText(message)).toBeVisible();
});

it('edits the address of a source', async () => {
  const api = answer([team]).result(readSource, detailsOf(team)).result(editSource, team);
  const { user } = await openPage(api);
  await chooseAction(user, 'Team calendar', 'Edit');
  const dialog = within(await screen.findByRole('dialog'));
  const address = await dialog.findByRole('textbox', { name: 'Address of the calendar' });
  expect(address).toHaveValue('https://news.example.com/feed.xml');
  await user.clear(address);
  await user.type(address, 'webcal://team.example.com/team.ics');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Changes saved.')).toBeVisible();
  expect(api.requestsTo(editSource)[0]?.body).toMatchObject({
    name: 'Team calendar',
    address: 'https://team.example.com/team.ics',
    settings: { kind: 'calendar', timeZone: 'UTC' },
  });
});

it('keeps an address that the viewer may not see', async () => {
  const api = answer([news])
    .result(readSource, detailsOf(news, { address: null }))
    .result(editSource, news);
  const { user } = await openPage(api, `?dialog=editSource&target=${news._id}`);
  const dialog = within(await screen.findByRole('dialog'));
  expect(await dialog.findByRole('textbox', { name: 'Address of the feed' })).toHaveValue('');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(api.requestsTo(editSource)).toHaveLength(1));
  expect(api.requestsTo(editSource)[0]?.body).not.toHaveProperty('address');
});

it('renames a copy of another account’s source, which has no address', async () => {
  const copy = aSource('Their news', 4, { hasAddress: false });
  const api = answer([copy])
    .result(readSource, detailsOf(copy, { address: null }))
    .result(editSource, copy);
  const { user } = await openPage(api);
  expect(await screen.findByText('Copied from another account, not updated')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Actions for Their news' }));
  const edit = await screen.findByRole('menuitem', { name: 'Edit' });
  expect(screen.queryByRole('menuitem', { name: 'Fetch now' })).toBeNull();
  await user.click(edit);
  const dialog = within(await screen.findByRole('dialog'));
  expect(await dialog.findByText(/^This data was copied from another account/)).toBeVisible();
  await user.type(dialog.getByRole('textbox', { name: 'Name' }), ' 2');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(api.requestsTo(editSource)[0]?.body).toMatchObject({ name: 'Their news 2' }));
  expect(api.requestsTo(editSource)[0]?.body).not.toHaveProperty('address');
});

it('explains that a source in use can’t be deleted', async () => {
  const api = answer([news]);
  const { user } = await openPage(api);
  await chooseAction(user, 'City news', 'Delete');
  const dialog = within(await screen.findByRole('dialog', { name: '“City news” is in use' }));
  expect(dialog.getByText(/^2 widgets show this data/)).toBeVisible();
  expect(dialog.queryByRole('button', { name: /Delete/ })).toBeNull();
  expect(api.requestsTo(deleteSource)).toEqual([]);
});

it('shows the refusal when a widget was made in the meantime', async () => {
  const sources = [team];
  const api = answer(sources).refuse(deleteSource, 'VALUE_IN_USE', 'This data source is used by 1 widget.');
  const { user } = await openPage(api);
  await chooseAction(user, 'Team calendar', 'Delete');
  sources[0] = { ...team, usedBy: 1 };
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete data source' }));
  expect(await screen.findByText('This data source is used by 1 widget.')).toBeVisible();
  expect(await screen.findByText('Calendar · Used by 1 widget')).toBeVisible();
});

it('deletes a source that nothing uses', async () => {
  const sources = [team];
  const api = answer(sources).on(deleteSource, () => {
    sources.length = 0;
    return {};
  });
  const { user } = await openPage(api);
  await chooseAction(user, 'Team calendar', 'Delete');
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete data source' }));
  expect(await screen.findByText('Data source deleted.')).toBeVisible();
  expect(await screen.findByRole('heading', { name: 'No data sources yet' })).toBeVisible();
});

it('shows why a source is kept and adds another one with the keyboard only', async () => {
  const { user } = await openPage(answer([news]));
  (await screen.findByRole('button', { name: 'Actions for City news' })).focus();
  await user.keyboard('{Enter}');
  await screen.findByRole('menuitem', { name: 'Fetch now' });
  await user.keyboard('{End}{Enter}');
  expect(await screen.findByRole('dialog', { name: '“City news” is in use' })).toBeVisible();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  screen.getByRole('button', { name: 'Add data source' }).focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Address of the feed' })).toHaveFocus());
});
