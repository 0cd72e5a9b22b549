/** Rights of another administrator. Which rights a role may grant is tested in the server's administration.test.ts. */
import { screen, waitFor, within } from '@testing-library/react';
import type { PersonRow } from '@vitrine/contract/people';
import { listPeople, readPerson, setAccountRole } from '@vitrine/contract/people.endpoints';
import { expect, it } from 'vitest';
import { ADMIN } from '../../../testing/console.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { signedInApi, signIn } from '../../../testing/signed-in.ts';

const ROOT = { ...ADMIN, isSuperAdmin: true };
const NONE = { edit: false, enable: false, roles: [], superAdmin: false, password: false, menu: false, plan: false, open: false };
const TOM: PersonRow = {
  _id: '00000000-0000-7000-8000-0000000000b1',
  name: 'Tom Admin',
  email: 'tom@example.com',
  role: 'admin',
  isSuperAdmin: false,
  disable: false,
  showMenu: 1,
  platform: 'PP',
  profilePicture: null,
  gender: null,
  dateOfBirth: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  phoneNo: '',
  subscriptionId: null,
  subscription: null,
  plan: null,
  endDate: null,
  updatedAt: '2026-01-01T00:00:00.000Z',
  abilities: { ...NONE, superAdmin: true },
};

it.each([
  [false, 'Make super-admin', 'Make super-admin'],
  [true, 'Remove super-admin rights', 'Remove rights'],
])('changes the super-admin rights of an administrator who has them: %s', async (isSuperAdmin, entry, confirmation) => {
  signIn(ROOT);
  const person = { ...TOM, isSuperAdmin };
  const api = signedInApi(ROOT)
    .result(listPeople, [person])
    .result(readPerson, { ...person, isVerified: true, storage: { used: 0, quota: 0 }, paid: null, given: null })
    .on(setAccountRole, () => ({ message: 'Role changed.' }));
  const { user } = await renderApp('/admin/AllUsers', api);
  await user.click(await screen.findByRole('button', { name: 'Actions for Tom Admin' }));
  await user.click(await screen.findByRole('menuitem', { name: entry }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: confirmation }));
  await waitFor(() =>
    expect(api.requestsTo(setAccountRole)).toMatchObject([
      { params: { id: TOM._id }, body: { roleName: 'admin', isSuperAdmin: !isSuperAdmin } },
    ]),
  );
});
