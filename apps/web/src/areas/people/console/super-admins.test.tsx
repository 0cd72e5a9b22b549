/** Rights of another administrator. Which rights a role may grant is tested in the server's administration.test.ts. */
import { screen, waitFor, within } from '@testing-library/react';
import { listPeople, readPerson, setAccountRole } from '@vitrine/contract/people.endpoints';
import { expect, it } from 'vitest';
import { ADMIN, aPerson } from '../../../testing/console.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { signedInApi, signIn } from '../../../testing/signed-in.ts';

const ROOT = { ...ADMIN, isSuperAdmin: true };
it.each([
  [false, 'Make super-admin', 'Make super-admin'],
  [true, 'Remove super-admin rights', 'Remove rights'],
])('changes the super-admin rights of an administrator who has them: %s', async (isSuperAdmin, entry, confirmation) => {
  signIn(ROOT);
  const person = aPerson('Tom Admin', 1, { role: 'admin', isSuperAdmin });
  person.abilities = { ...person.abilities, superAdmin: true };
  const api = signedInApi(ROOT)
    .result(listPeople, [person])
    .result(readPerson, person)
    .on(setAccountRole, () => ({ message: 'Role changed.' }));
  const { user } = await renderApp('/admin/AllUsers', api);
  await user.click(await screen.findByRole('button', { name: 'Actions for Tom Admin' }));
  await user.click(await screen.findByRole('menuitem', { name: entry }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: confirmation }));
  await waitFor(() =>
    expect(api.requestsTo(setAccountRole)).toMatchObject([
      { params: { id: person._id }, body: { roleName: 'admin', isSuperAdmin: !isSuperAdmin } },
    ]),
  );
});
