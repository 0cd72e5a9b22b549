import { screen } from '@testing-library/react';
import type { User } from '@vitrine/contract/accounts';
import { listAlbums } from '@vitrine/contract/albums.endpoints';
import { listOrganisations } from '@vitrine/contract/organisations.endpoints';
import { listPayments } from '@vitrine/contract/payments.endpoints';
import { expect, it } from 'vitest';
import { setAccountType } from '../../../lib/session.ts';
import { aFamily } from '../../../testing/families.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { ANA, anAlbum, signedInApi, signIn } from '../../../testing/signed-in.ts';

const family = aFamily({ orgRole: 'subAdmin' });
const member: User = { ...ANA, orgs: [{ id: family.id, orgRole: 'subAdmin' }] };

async function open(user: User, accountType: 'family' | 'other' = 'other') {
  signIn(user);
  setAccountType(accountType);
  const api = signedInApi(user)
    .result(listAlbums, [anAlbum()])
    .result(listOrganisations, user.orgs.length > 0 ? [family] : []);
  const { user: person } = await renderApp('/main?open=true', api);
  expect(await screen.findByText(/ used$/, { selector: 'p' })).toBeVisible();
  await person.click(screen.getByRole('button', { name: /^Profile of/ }));
  await screen.findByRole('menuitem', { name: 'View account' });
}

it.each([
  ['an ordinary user', ANA, 'other'],
  ['a member of a family, in the own account', member, 'other'],
] as const)('offers plans to %s', async (_who, user, accountType) => {
  await open(user, accountType);
  expect(screen.getByRole('link', { name: 'Upgrade', hidden: true })).toBeInTheDocument();
  expect(screen.getByRole('menuitem', { name: 'Upgrade' })).toBeVisible();
});

it('offers no plans to a member who works in the family’s account', async () => {
  await open(member, 'family');
  expect(screen.queryByRole('link', { name: 'Upgrade', hidden: true })).toBeNull();
  expect(screen.queryByRole('menuitem', { name: 'Upgrade' })).toBeNull();
});

it.each([
  ['offers plans to', 'other'],
  ['offers no plans to', 'family'],
] as const)('%s a member without transactions (account: %s)', async (offer, accountType) => {
  signIn(member);
  setAccountType(accountType);
  await renderApp('/main/profile/transactions', signedInApi(member).result(listPayments, []).result(listOrganisations, [family]));
  expect(await screen.findByText('No transactions yet')).toBeVisible();
  expect(screen.queryByRole('link', { name: 'View plans' }) !== null).toBe(offer === 'offers plans to');
});
