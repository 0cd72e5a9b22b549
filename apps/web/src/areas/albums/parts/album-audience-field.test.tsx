import { screen, waitFor, within } from '@testing-library/react';
import type { User } from '@vitrine/contract/accounts';
import { createAlbum, listAlbums } from '@vitrine/contract/albums.endpoints';
import { listOrganisations } from '@vitrine/contract/organisations.endpoints';
import { expect, it } from 'vitest';
import { answerAlbum } from '../../../testing/album-media.ts';
import { aFamily } from '../../../testing/families.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { ANA, anAlbum, signedInApi, signIn } from '../../../testing/signed-in.ts';

const family = aFamily();
const owner: User = { ...ANA, orgs: [{ id: family.id, orgRole: 'owner' }] };

async function open(user: User = owner) {
  signIn(user);
  const ours = anAlbum({ _id: '00000000-0000-7000-8000-0000000000c2', name: 'Ours', orgId: family.id });
  // The page of the created album opens.
  const api = answerAlbum(signedInApi(user), anAlbum(), [])
    .result(listAlbums, [anAlbum({ name: 'Mine' }), ours])
    .result(listOrganisations, user.orgs.length > 0 ? [family] : [])
    .on(createAlbum, ({ body }) => ({ result: anAlbum({ name: (body as { name: string }).name }) }));
  return { ...(await renderApp('/main?dialog=create', api)), api };
}

it.each([
  ['Only you', { name: 'Secret' }],
  [`Everyone in “${family.name}”`, { name: 'Secret', orgId: family.id }],
])('creates an album for: %s', async (audience, body) => {
  const { user, api } = await open();
  const dialog = await screen.findByRole('dialog', { name: 'Create album' });
  await user.type(within(dialog).getByLabelText(/^Album name/), 'Secret');
  await user.selectOptions(await within(dialog).findByLabelText('Who can see it'), audience);
  await user.click(within(dialog).getByRole('button', { name: 'Create' }));
  await waitFor(() => expect(api.requestsTo(createAlbum)[0]?.body).toEqual(body));
});

it('marks family albums and private albums in the list', async () => {
  await open();
  const list = await screen.findByRole('list', { name: 'Albums', hidden: true });
  const item = (name: string) => within(list).getByText(name).closest('li');
  expect(item('Ours')).toHaveTextContent('Family');
  expect(item('Mine')).toHaveTextContent('Private');
});

it('offers no choice and no marks to users without a family', async () => {
  await open({ ...ANA, orgs: [] });
  const dialog = await screen.findByRole('dialog', { name: 'Create album' });
  expect(within(dialog).queryByLabelText('Who can see it')).toBeNull();
  expect(screen.queryByText('Private')).toBeNull();
});
