/** The end-to-end tests add real members. The server's tests cover who may be added. */
import { screen, waitFor, within } from '@testing-library/react';
import type { OrganisationInvitation, SuggestedPerson } from '@vitrine/contract/organisations';
import {
  addMembers,
  listInvitations,
  listKnownPeople,
  listMembers,
  listOrganisations,
  listOwnInvitations,
  withdrawInvitation,
} from '@vitrine/contract/organisations.endpoints';
import { expect, it } from 'vitest';
import { aFamily, aMember } from '../../../testing/families.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { ANA, signedInApi, signIn } from '../../../testing/signed-in.ts';

const FAMILY = aFamily();
const OWNER = { ...ANA, orgs: [{ id: FAMILY.id, orgRole: 'owner' as const }] };
const person = (number: number, name: string, email: string, canBeAdded = true): SuggestedPerson => ({
  _id: `00000000-0000-7000-8000-0000000000${number}`,
  name,
  email,
  profilePicture: null,
  canBeAdded,
});
const ELI = person(11, 'Eli Stern', 'eli@example.com');
const FAY = person(12, 'Fay Moss', 'fay@example.com', false);
const invitation = (number: number, email: string): OrganisationInvitation => ({
  id: `00000000-0000-7000-8000-0000000000${number}`,
  email,
  createdAt: '2026-11-01T10:00:00.000Z',
  needsAnswer: false,
  declinedAt: null,
});

function familyApi(invitations: OrganisationInvitation[] = []) {
  return signedInApi(OWNER)
    .result(listOrganisations, [FAMILY])
    .result(listOwnInvitations, [])
    .result(listMembers, [aMember()])
    .result(listInvitations, invitations)
    .on(listKnownPeople, ({ query }) => ({
      result: [ELI, FAY].filter(({ email }) => query['string'] === undefined || query['string'] === email),
    }));
}

async function openDialog(api = familyApi()) {
  signIn(OWNER);
  const app = await renderApp('/main/family?dialog=addMembers', api);
  const dialog = within(await screen.findByRole('dialog', { name: 'Add Members' }));
  const box = dialog.getByRole('combobox', { name: 'Add Members' });
  const write = async (text: string) => {
    await app.user.clear(box);
    await app.user.type(box, text);
  };
  return {
    ...app,
    dialog,
    box,
    write,
    enter: (text: string) => write(`${text}{Enter}`),
    /** `hidden`, because the rest of the dialog is hidden from assistive technology while offers are shown. */
    picked: () => dialog.queryAllByRole('button', { name: /^Remove /, hidden: true }),
  };
}

/** Returns the Add New button at the top of the page. An empty family shows a second one below. */
async function findAddNewButton(): Promise<HTMLElement> {
  const main = await screen.findByRole('main', { hidden: true });
  const [button] = await within(main).findAllByRole('button', { name: 'Add New', hidden: true });
  if (!button) throw new Error('There is no button that adds members.');
  return button;
}

it('suggests known people and shows why a person cannot be added', async () => {
  const { user, dialog, box, write } = await openDialog();
  expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled();
  await user.click(box);
  expect(await screen.findByRole('option', { name: /Eli Stern/ })).toBeVisible();
  const fay = screen.getByRole('option', { name: /Fay Moss/ });
  expect(fay).toHaveTextContent('Already part of another family');
  expect(fay).toHaveAttribute('aria-disabled', 'true');
  await write('unknown name');
  expect(await screen.findByText('No User')).toBeVisible();
});

it.each([
  ['nonsense', 'Invalid email'],
  [FAY.email, 'Already part of another family'],
  [ANA.email.toUpperCase(), 'This person is already in your family.'],
])('refuses %s', async (text, message) => {
  const { enter, dialog, picked } = await openDialog();
  await enter(text);
  expect(await dialog.findByRole('alert', { hidden: true })).toHaveTextContent(message);
  expect(picked()).toHaveLength(0);
});

it('offers to invite an address without an account', async () => {
  const api = familyApi();
  const { user, write, picked } = await openDialog(api);
  await write('someone@elsewhere.example');
  await user.click(await screen.findByRole('option', { name: /someone@elsewhere\.example.*Invite by email/ }));
  expect(picked()).toHaveLength(1);
  expect(api.requestsTo(listKnownPeople).map(({ query }) => query['string'])).toContain('someone@elsewhere.example');
});

it('limits the selection to the free places and discards it on Cancel', async () => {
  const { user, dialog, write, enter, picked } = await openDialog();
  await write('eli');
  await screen.findByRole('option', { name: /Eli Stern/ });
  await user.keyboard('{ArrowDown}');
  await waitFor(() => expect(screen.getByRole('option', { name: /Eli Stern/ })).toHaveAttribute('data-highlighted', ''));
  await user.keyboard('{Enter}');
  await enter('one@elsewhere.example, two@elsewhere.example three@elsewhere.example four@elsewhere.example');
  await waitFor(() => expect(picked()).toHaveLength(5));
  expect(dialog.getByText('You can add 0 more people.')).toBeVisible();
  await enter('six@elsewhere.example');
  expect(await dialog.findByRole('alert', { hidden: true })).toHaveTextContent("Member can't be added more than allowed members.");
  await user.click(dialog.getByRole('button', { name: 'Remove two@elsewhere.example', hidden: true }));
  expect(picked()).toHaveLength(4);
  // A click outside the dialog does not close it.
  await user.click(document.body);
  expect(picked()).toHaveLength(4);
  await user.click(dialog.getByRole('button', { name: 'Cancel', hidden: true }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(await findAddNewButton());
  const reopened = within(await screen.findByRole('dialog', { name: 'Add Members' }));
  expect(reopened.queryAllByRole('button', { name: /^Remove /, hidden: true })).toHaveLength(0);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

/** Opens the page of a full family, with five open invitations. */
async function openFullFamily() {
  let invitations = ['a', 'b', 'c', 'd', 'e'].map((name, index) => invitation(21 + index, `${name}@elsewhere.example`));
  const api = familyApi()
    .on(listInvitations, () => ({ result: invitations }))
    .on(withdrawInvitation, ({ params }) => {
      invitations = invitations.filter(({ id }) => id !== params['invitationId']);
      return {};
    })
    .on(addMembers, ({ body }) => {
      const [email = ''] = (body as { emails: string[] }).emails;
      const added = invitation(31, email);
      invitations = [...invitations.filter((other) => other.email !== email), added];
      return { result: { members: [], invitations: [added] } };
    });
  signIn(OWNER);
  const app = await renderApp('/main/family', api);
  const button = { name: 'Actions for a@elsewhere.example' };
  const act = async (action: string) => {
    await app.user.click(await screen.findByRole('button', button));
    await app.user.click(await screen.findByRole('menuitem', { name: action }));
  };
  await screen.findByRole('button', button);
  return { ...app, api, act, button };
}

it('disables adding members to a full family', async () => {
  await openFullFamily();
  expect(await findAddNewButton()).toBeDisabled();
  expect(await findAddNewButton()).toHaveAccessibleDescription(/can have up to/);
});

it('resends an invitation', async () => {
  const { api, act } = await openFullFamily();
  await act('Resend invitation');
  expect(await screen.findByText('Invitation sent to a@elsewhere.example.')).toBeVisible();
  expect(api.requestsTo(addMembers).map(({ body }) => body)).toMatchObject([{ emails: ['a@elsewhere.example'] }]);
});

it('cancels an invitation and invites the person again', async () => {
  const { user, act, button } = await openFullFamily();
  await act('Cancel invitation');
  await waitFor(() => expect(screen.queryByRole('button', button)).toBeNull());
  expect(await findAddNewButton()).toBeEnabled();
  await user.click(await screen.findByRole('button', { name: 'Invite again' }));
  expect(await screen.findByRole('button', button)).toBeVisible();
});
