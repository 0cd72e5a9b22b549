/** The search dialog of the console (Ctrl-K). Search results are tested in the server's find.test.ts. */
import { screen, waitFor, within } from '@testing-library/react';
import type { SearchResult } from '@vitrine/contract/console-search';
import { readOverview, searchConsole } from '@vitrine/contract/overview.endpoints';
import { listPeople, readPerson } from '@vitrine/contract/people.endpoints';
import { readCredit } from '@vitrine/contract/subscriptions.endpoints';
import { expect, it } from 'vitest';
import { ADMIN, EMPTY_OVERVIEW } from '../../../testing/console.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { ANA, signedInApi, signIn } from '../../../testing/signed-in.ts';

const QUILL: SearchResult = {
  kind: 'person',
  _id: '00000000-0000-7000-8000-0000000000d1',
  name: 'Quirin Quill',
  note: 'quill@example.com',
};

const consoleApi = () =>
  signedInApi(ADMIN)
    .result(readOverview, EMPTY_OVERVIEW)
    .result(listPeople, [])
    .refuse(readPerson, 'NOT_FOUND')
    .refuse(readCredit, 'NOT_FOUND')
    .on(searchConsole, ({ query }) => ({ result: query['q'] === 'quirin' ? [QUILL] : [] }));

async function openSearch() {
  signIn(ADMIN);
  const app = await renderApp('/admin/overview', consoleApi());
  await screen.findByRole('heading', { name: 'Overview', level: 1 });
  await screen.findByRole('button', { name: /^Search/ });
  await app.user.keyboard('{Control>}k{/Control}');
  const dialog = within(await screen.findByRole('dialog', { name: 'Search' }));
  const field = await dialog.findByRole('combobox');
  // The dialog moves the focus after it has opened.
  await waitFor(() => expect(field).toHaveFocus());
  return { ...app, dialog, field };
}
const isSelected = (option: HTMLElement | undefined) => waitFor(() => expect(option).toHaveAttribute('aria-selected', 'true'));

it('finds a person, and Enter opens the person', async () => {
  const { user, router, dialog, field } = await openSearch();
  expect(await dialog.findByRole('option', { name: 'System' })).toBeVisible();
  await user.type(field, 'quirin');
  await isSelected(await dialog.findByRole('option', { name: /Quirin Quill/ }));
  expect(dialog.getByText('1 result')).toBeVisible();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(router.state.location).toMatchObject({ pathname: '/admin/AllUsers', search: { person: QUILL._id } }));
  router.history.back();
  expect(await screen.findByRole('heading', { name: 'Overview', level: 1 })).toBeVisible();
});

it('reports when nothing is found', async () => {
  const { user, dialog, field } = await openSearch();
  await user.type(field, 'nothing goes by this');
  expect(await dialog.findByText('No results for “nothing goes by this”.')).toBeVisible();
  expect(field).toHaveAttribute('aria-expanded', 'false');
});

it('selects a page by its name, and moves through the options with the arrow keys', async () => {
  const { user, dialog, field } = await openSearch();
  await user.type(field, 'video q');
  await isSelected(await dialog.findByRole('option', { name: 'Video Queue' }));
  await user.clear(field);
  await waitFor(() => expect(dialog.getAllByRole('option').length).toBeGreaterThan(2));
  await user.keyboard('{ArrowDown}');
  const second = dialog.getAllByRole('option')[1];
  await isSelected(second);
  expect(field).toHaveAttribute('aria-activedescendant', second?.id);
  await user.keyboard('{ArrowUp}{ArrowUp}');
  await isSelected(dialog.getAllByRole('option').at(-1));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('is unavailable to a user without a role', async () => {
  signIn();
  const { user } = await renderApp('/main/notification', signedInApi(ANA));
  await screen.findByRole('heading', { name: 'No notifications yet' });
  await user.keyboard('{Control>}k{/Control}');
  expect(screen.queryByRole('button', { name: /^Search/ })).toBeNull();
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('links from an unknown address of the console to the overview', async () => {
  signIn(ADMIN);
  const { user } = await renderApp('/admin/nothing', consoleApi());
  expect(await screen.findByRole('heading', { name: 'Page Not Found!' })).toBeVisible();
  const [link] = within(screen.getByRole('main')).getAllByRole('link');
  if (link) await user.click(link);
  expect(await screen.findByRole('heading', { name: 'Overview', level: 1 })).toBeVisible();
});
