/** Dialogs of a family's owner and of a member, and what an open page shows after a change. `e2e/families.spec.ts` has members in separate browsers. */
import { x25519 } from '@noble/curves/ed25519.js';
import { screen, waitFor, within } from '@testing-library/react';
import type { User } from '@vitrine/contract/accounts';
import { readSealingKey, readUser } from '@vitrine/contract/accounts.endpoints';
import { listAlbums, readAlbum } from '@vitrine/contract/albums.endpoints';
import type { Organisation, OrganisationInvitation, OrganisationMember, OwnInvitation } from '@vitrine/contract/organisations';
import {
  addMembers,
  answerFamilyInvitation,
  dissolveOrganisation,
  editOrganisation,
  listInvitations,
  listMembers,
  listOrganisations,
  listOwnInvitations,
  readOrganisation,
  removeMember,
  transferOrganisation,
} from '@vitrine/contract/organisations.endpoints';
import { readViewOptions } from '@vitrine/contract/staff-access.endpoints';
import { expect, it } from 'vitest';
import { toBase64Url } from '../../../lib/base64-url.ts';
import { setAccountType } from '../../../lib/session.ts';
import { answerAlbum, giveLayout } from '../../../testing/album-media.ts';
import { nudge } from '../../../testing/fake-live.ts';
import { aFamily, aMember } from '../../../testing/families.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { ANA, anAlbum, signedInApi, signIn } from '../../../testing/signed-in.ts';

const LEA = aMember({ _id: '00000000-0000-7000-8000-0000000000a2', name: 'Lea Roth', email: 'lea@example.com', orgRole: 'subAdmin' });
const ONE_ALBUM = { albums: 1, playlists: 0, devices: 0 };
const publicKey = toBase64Url(x25519.getPublicKey(x25519.utils.randomSecretKey()));

const asMember = (family: Organisation, orgRole: 'owner' | 'subAdmin') => ({ ...ANA, orgs: [{ id: family.id, orgRole }] });

/** Opens the Family Dashboard of the owner. Tests may change `members` and `invitations` while it is open. */
async function openDashboard(members: OrganisationMember[] = [LEA], invitations: OrganisationInvitation[] = []) {
  const family = aFamily({ memberCount: members.length + 1, holds: ONE_ALBUM });
  const owner = asMember(family, 'owner');
  signIn(owner);
  const api = signedInApi(owner)
    .on(listOrganisations, () => ({ result: [{ ...family }] }))
    .result(listOwnInvitations, [])
    .on(listMembers, () => ({ result: [aMember(), ...members] }))
    .on(listInvitations, () => ({ result: [...invitations] }))
    .result(readSealingKey, { publicKey, nonce: 'n1' });
  const app = await renderApp('/main/family', api);
  const chooseAction = async (subject: string, action: string) => {
    await app.user.click(await screen.findByRole('button', { name: `Actions for ${subject}` }));
    await app.user.click(await screen.findByRole('menuitem', { name: action }));
  };
  return { ...app, api, family, owner, chooseAction };
}

it('names what a removed member loses, and restores the membership with Undo', async () => {
  const members = [LEA];
  const { user, api, chooseAction } = await openDashboard(members);
  api
    .on(removeMember, () => {
      members.length = 0;
      return {};
    })
    .on(addMembers, () => {
      members.push(LEA);
      return { result: { members: [LEA], invitations: [] } };
    });
  await chooseAction('Lea Roth', 'Remove');
  const confirmation = await screen.findByRole('alertdialog', { name: 'Remove Lea Roth?' });
  expect(confirmation).toHaveTextContent('the family’s 1 album');
  await user.click(within(confirmation).getByRole('button', { name: 'Remove member' }));
  expect(await screen.findByText('No members yet')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByRole('button', { name: 'Actions for Lea Roth' })).toBeVisible();
  expect(api.requestsTo(addMembers)[0]?.body).toMatchObject({ emails: [LEA.email] });
});

it('renames a family', async () => {
  const { user, api, family } = await openDashboard();
  api.on(editOrganisation, ({ body }) => ({ result: Object.assign(family, { name: (body as Organisation).name }) }));
  await user.click(await screen.findByRole('button', { name: 'Edit family' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit family' }));
  const name = dialog.getByLabelText(/^Family Name/);
  await user.clear(name);
  await user.type(name, 'Dorns and Roths');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await screen.findByRole('heading', { name: 'Dorns and Roths' })).toBeVisible();
});

it('explains why a member cannot become the owner', async () => {
  const { chooseAction } = await openDashboard([{ ...LEA, canOwn: false }]);
  await chooseAction('Lea Roth', 'Make owner');
  const dialog = await screen.findByRole('dialog', { name: 'Make Lea Roth the owner?' });
  expect(dialog).toHaveTextContent('needs an active Family Plan');
  expect(within(dialog).queryByLabelText('Password')).toBeNull();
});

it('transfers a family after the correct password', async () => {
  const { user, api, family, chooseAction } = await openDashboard();
  api.refuse(transferOrganisation, 'INCORRECT_PASSWORD');
  await chooseAction('Lea Roth', 'Make owner');
  const dialog = await screen.findByRole('dialog', { name: 'Make Lea Roth the owner?' });
  expect(dialog).toHaveTextContent('Lea Roth becomes the owner of “The Bergers”, including the family’s 1 album');
  const form = within(dialog);
  const submit = async (password: string) => {
    await user.clear(form.getByLabelText('Password'));
    await user.type(form.getByLabelText('Password'), password);
    await user.click(form.getByRole('button', { name: 'Make owner' }));
  };
  await submit('wrong horse');
  expect(await form.findByRole('alert')).toBeVisible();
  api.result(transferOrganisation, family);
  await submit('correct horse');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(api.requestsTo(transferOrganisation).at(-1)?.body).toMatchObject({ userId: LEA._id });
});

it('dissolves a family only after its name was entered', async () => {
  const { user, api } = await openDashboard();
  api.on(dissolveOrganisation, () => ({}));
  await user.click(await screen.findByRole('button', { name: 'More actions' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Dissolve family' }));
  const dialog = await screen.findByRole('dialog', { name: 'Dissolve “The Bergers”?' });
  expect(dialog).toHaveTextContent('Its only member loses access.');
  const name = within(dialog).getByLabelText('Type The Bergers to confirm');
  const submit = within(dialog).getByRole('button', { name: 'Dissolve family' });
  await user.type(name, 'bergers');
  expect(submit).toBeDisabled();
  await user.clear(name);
  await user.type(name, 'The Bergers');
  await user.click(submit);
  await waitFor(() => expect(api.requestsTo(dissolveOrganisation)).toHaveLength(1));
});

it('warns the owner who deletes the account that the family is dissolved, and links to its members', async () => {
  const { router, user } = await openDashboard();
  await router.navigate({ to: '/main/profile', search: { dialog: 'deleteAccount' } });
  const dialog = await screen.findByRole('dialog');
  await waitFor(() =>
    expect(dialog).toHaveTextContent('Your family “The Bergers” will be dissolved, and the family’s 1 album will be deleted.'),
  );
  await user.click(within(dialog).getByRole('link', { name: 'make another member the owner first' }));
  expect(await screen.findByRole('button', { name: 'Actions for Lea Roth' })).toBeVisible();
});

it('shows a declined invitation, and when the person may be invited again', async () => {
  const declined = { id: LEA._id, email: 'jon@example.com', createdAt: '2026-11-01T10:00:00.000Z', needsAnswer: true };
  const { api, chooseAction } = await openDashboard([], [{ ...declined, declinedAt: '2026-11-02T10:00:00.000Z' }]);
  expect(await screen.findByText('Declined')).toBeVisible();
  api.refuse(addMembers, 'MEMBER_INVITED_TODAY');
  await chooseAction('jon@example.com', 'Invite again');
  expect(await screen.findByText(/within the last 24 hours/)).toBeVisible();
});

it('leaves a family after confirmation, and shows an open page of it no longer', async () => {
  const family = aFamily({ orgRole: 'subAdmin', owner: { _id: LEA._id, name: LEA.name, email: LEA.email }, holds: ONE_ALBUM });
  const member = asMember(family, 'subAdmin');
  signIn(member);
  const api = signedInApi(member)
    .on(listOrganisations, () => ({ result: member.orgs.length > 0 ? [family] : [] }))
    .on(readUser, () => ({ result: { ...member } }))
    .result(listOwnInvitations, [])
    .result(listMembers, [{ ...LEA, orgRole: 'owner' }, aMember({ orgRole: 'subAdmin' })])
    .on(removeMember, () => {
      member.orgs = [];
      return {};
    });
  const { user } = await renderApp('/main/family', api);
  expect(await screen.findByText(/^Owned by Lea Roth/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Leave family' }));
  const confirmation = await screen.findByRole('alertdialog', { name: 'Leave “The Bergers”?' });
  expect(confirmation).toHaveTextContent('Only Lea Roth can invite you again.');
  await user.click(within(confirmation).getByRole('button', { name: 'Leave family' }));
  expect(await screen.findByText('You are no longer in the family “The Bergers”.')).toBeVisible();
  expect(await screen.findByRole('heading', { name: 'Share your screens with your family' })).toBeVisible();
});

it('closes the open album of a family from which the user was removed', async () => {
  giveLayout();
  const family = aFamily({ orgRole: 'subAdmin' });
  const member = asMember(family, 'subAdmin');
  signIn(member);
  setAccountType('family');
  const album = anAlbum({ name: 'Kitchen', orgId: family.id });
  const api = answerAlbum(signedInApi(member), album, [])
    .on(readUser, () => ({ result: { ...member } }))
    .on(listOrganisations, () => ({ result: member.orgs.length > 0 ? [family] : [] }));
  const { router } = await renderApp(`/main/media?albumId=${album._id}`, api);
  expect(await screen.findByRole('heading', { name: 'Kitchen' })).toBeVisible();
  expect(await screen.findByRole('link', { name: /^Family:/ })).toHaveTextContent('The Bergers');
  member.orgs = [];
  api.refuse(readAlbum, 'NOT_FOUND').result(listAlbums, []);
  nudge('organisations');
  expect(await screen.findByText('You are no longer in the family “The Bergers”.')).toBeVisible();
  expect(await screen.findByRole('heading', { name: 'My Albums' })).toBeVisible();
  expect(router.state.location.pathname).toBe('/main');
  expect(screen.queryByText('Couldn’t load this')).toBeNull();
  expect(screen.queryByRole('link', { name: /^Family:/ })).toBeNull();
});

it('declines an invitation to a family', async () => {
  signIn();
  const invitations: OwnInvitation[] = [
    { id: LEA._id, familyName: 'The Bergs', ownerName: 'Ida Berg', createdAt: '2026-11-01T10:00:00.000Z' },
  ];
  const api = signedInApi()
    .result(listOrganisations, [])
    .on(listOwnInvitations, () => ({ result: [...invitations] }))
    .on(answerFamilyInvitation, () => {
      invitations.length = 0;
      return {};
    });
  const { user } = await renderApp('/main/family', api);
  const invitation = await screen.findByRole('region', { name: 'Ida Berg invited you to join the family “The Bergs”' });
  await user.click(within(invitation).getByRole('button', { name: 'Decline' }));
  await waitFor(() => expect(invitation).not.toBeInTheDocument());
  expect(api.requestsTo(answerFamilyInvitation)[0]?.body).toEqual({ answer: 'decline' });
});

it('shows an administrator the families of a viewed account without a way to change them', async () => {
  const viewed = '00000000-0000-7000-8000-0000000000a3';
  const admin: User = { ...ANA, role: 'admin' };
  const family = aFamily({ orgRole: 'subAdmin', owner: { _id: LEA._id, name: LEA.name, email: LEA.email } });
  signIn(admin);
  const api = signedInApi(admin)
    .result(readViewOptions, { name: 'Uma Roy', mode: 'open', isViewing: true, isReadOnly: true, canOverride: false, request: null })
    .on(readUser, ({ params }) => ({ result: params['userId'] === viewed ? { ...asMember(family, 'subAdmin'), _id: viewed } : admin }))
    .result(readOrganisation, family)
    .result(listMembers, [{ ...LEA, orgRole: 'owner' }, aMember({ _id: viewed, name: 'Uma Roy', orgRole: 'subAdmin' })]);
  await renderApp(`/main/family?userId=${viewed}`, api);
  expect(await screen.findByText(/^Owned by Lea Roth/)).toBeVisible();
  const findOwner = () => screen.getAllByRole('listitem').find(({ textContent }) => textContent?.includes(LEA.email)) ?? null;
  await waitFor(() => expect(findOwner()).toHaveTextContent(/Lea Roth.*Owner/));
  const menu = within(screen.getByRole('navigation', { name: 'Main' }));
  expect(menu.getByRole('link', { name: 'Family' })).toHaveAttribute('href', expect.stringContaining(viewed));
  expect(screen.queryByRole('button', { name: /Leave|Add New/ })).toBeNull();
  expect(screen.queryByRole('link', { name: /^Family:/ })).toBeNull();
});
