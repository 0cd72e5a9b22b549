/** The console's list of people with its dialogs, for each role. The server's tests have the rules, `e2e/console-people.spec.ts` changes real accounts. */
import { x25519 } from '@noble/curves/ed25519.js';
import { screen, waitFor, within } from '@testing-library/react';
import type { User } from '@vitrine/contract/accounts';
import { readSealingKey, readUser } from '@vitrine/contract/accounts.endpoints';
import { listAlbums } from '@vitrine/contract/albums.endpoints';
import type { PersonDetails } from '@vitrine/contract/people';
import { endAccountSessions, listPeople, readPerson, setAccountRole, setAccountStatus } from '@vitrine/contract/people.endpoints';
import { changePassword, editUser } from '@vitrine/contract/profile.endpoints';
import { listPlans, readCredit } from '@vitrine/contract/subscriptions.endpoints';
import { expect, it } from 'vitest';
import { toBase64Url } from '../../../lib/base64-url.ts';
import { ADMIN, aPerson } from '../../../testing/console.ts';
import { nudge } from '../../../testing/fake-live.ts';
import { aPlan } from '../../../testing/plans.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { ANA, signedInApi, signIn } from '../../../testing/signed-in.ts';

const publicKey = toBase64Url(x25519.getPublicKey(x25519.utils.randomSecretKey()));

async function openPeople(people: PersonDetails[], staff: User = ADMIN, address = '/admin/AllUsers') {
  signIn(staff);
  const find = (id: string | undefined) => people.find(({ _id }) => _id === id) ?? aPerson('Nobody', 99);
  const api = signedInApi(staff)
    .on(listPeople, ({ query }) => ({
      result: people.filter(
        ({ name, disable }) => name.toLowerCase().includes(query['string'] ?? '') && (!disable || query['disabled'] === '1'),
      ),
    }))
    .on(readPerson, ({ params }) => ({ result: { ...find(params['id']) } }))
    .result(readCredit, { credit: 0, currency: 'usd', upcoming: null })
    .result(readSealingKey, { publicKey, nonce: 'n1' })
    .result(listPlans, [aPlan({ planName: 'Family Plan' })]);
  const app = await renderApp(address, api);
  const chooseAction = async (name: string, action: string) => {
    await app.user.click(await screen.findByRole('button', { name: `Actions for ${name}` }));
    await app.user.click(await screen.findByRole('menuitem', { name: action }));
  };
  return { ...app, api, chooseAction };
}

const NORA = 'Nora Quist';
const row = (name: string) => screen.findByRole('row', { name: new RegExp(name) });
/** Details, which cover the list in a window as narrow as that of component tests. */
const panel = () => screen.findByRole('dialog', { name: 'User' });

it('finds an account, shows its details, and renames it within the allowed length', async () => {
  const nora = aPerson(NORA, 1);
  const { user, api, router } = await openPeople([nora, aPerson('Kim Row', 2)]);
  expect(await row('Kim Row')).toBeVisible();
  await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'quist');
  await waitFor(() => expect(router.state.location.search).toMatchObject({ string: 'quist' }));
  await waitFor(() => expect(screen.queryByRole('row', { name: /Kim Row/ })).toBeNull());
  await user.click(screen.getByRole('button', { name: /^Nora Quist, / }));
  const details = within(await panel());
  expect(await details.findByText('Remaining storage')).toBeVisible();
  expect(details.getAllByText(/Trial/)[0]).toBeVisible();
  const name = details.getByLabelText('Name');
  await user.clear(name);
  await user.click(name);
  await user.paste('x'.repeat(60));
  expect(name).toHaveValue('x'.repeat(50));
  await user.clear(name);
  await user.type(name, 'Nora Quistberg');
  api.on(editUser, ({ body }) => {
    nora.name = (body as { name: string }).name;
    return { result: ANA, message: 'Successfully Updated.' };
  });
  // The name is validated after the typing.
  await waitFor(() => expect(details.getByRole('button', { name: 'Save' })).toBeEnabled());
  await user.click(details.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(details.queryByRole('button', { name: 'Save' })).toBeNull());
  await user.click(details.getByRole('button', { name: 'Close details' }));
  expect(await row('Nora Quistberg')).toBeVisible();
});

it('keeps the dialog open when the administrator’s password is wrong, and closes it after the change', async () => {
  const { user, api, chooseAction } = await openPeople([aPerson(NORA, 1)]);
  api.refuse(changePassword, 'PASSWORD_CHANGE_ERROR');
  await chooseAction(NORA, 'Change password');
  const dialog = within(await screen.findByRole('dialog', { name: 'Change Nora Quist’s password' }));
  await user.type(dialog.getByLabelText('Your password'), 'not mine at all');
  await user.type(dialog.getByLabelText('New password'), 'a better one 2');
  await user.click(dialog.getByRole('button', { name: 'Change password' }));
  expect(await dialog.findByRole('alert')).toHaveTextContent('Please make sure your current password match');
  api.on(changePassword, () => ({ message: 'Password changed.' }));
  await user.click(dialog.getByRole('button', { name: 'Change password' }));
  expect(await dialog.findByText('Password changed.')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), { timeout: 5000 });
});

it('changes a role in a dialog that describes it', async () => {
  const nora = aPerson(NORA, 1);
  const { user, api } = await openPeople([nora]);
  api.on(setAccountRole, ({ body }) => {
    nora.role = (body as { roleName: 'support' }).roleName;
    return {};
  });
  await user.click(await screen.findByRole('button', { name: 'Nora Quist’s role: User' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Change Nora Quist’s role' }));
  expect(dialog.getByRole('button', { name: 'Change role' })).toBeDisabled();
  await user.click(dialog.getByText('Support'));
  expect(dialog.getByText(/^Support can view the console/)).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Change role' }));
  expect(await screen.findByRole('button', { name: 'Nora Quist’s role: Support' })).toBeVisible();
});

it('deactivates an account after confirmation, keeps its row until the list is searched again, and activates it', async () => {
  const nora = aPerson(NORA, 1);
  const { user, api } = await openPeople([nora]);
  api.on(setAccountStatus, ({ body }) => {
    nora.disable = !(body as { status: boolean }).status;
    return {};
  });
  const isActive = () => screen.findByRole('switch', { name: 'Nora Quist’s account is active' });
  await user.click(await isActive());
  const confirmation = await screen.findByRole('alertdialog', { name: 'Deactivate “Nora Quist”?' });
  expect(api.requestsTo(setAccountStatus)).toEqual([]);
  await user.click(within(confirmation).getByRole('button', { name: 'Deactivate account' }));
  expect(await screen.findByText('Account deactivated')).toBeVisible();
  expect(await within(await row(NORA)).findByText('Inactive')).toBeVisible();
  await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'quist');
  expect(await screen.findByText('No user available')).toBeVisible();
  await user.click(screen.getByLabelText('Include disabled user'));
  expect(await within(await row(NORA)).findByText('Inactive')).toBeVisible();
  await user.click(await isActive());
  expect(await screen.findByText('Account activated')).toBeVisible();
});

it('lets a super-admin change menus and roles in the list', async () => {
  const tom = aPerson('Tom Demoted', 1, { role: 'admin' });
  const { user, api } = await openPeople([tom], { ...ADMIN, isSuperAdmin: true });
  api
    .on(editUser, ({ body }) => {
      tom.showMenu = (body as { showMenu: '0' | '1' }).showMenu === '1' ? 1 : 0;
      return { result: ANA, message: tom.showMenu === 1 ? 'Menu activated' : 'Menu deactivated' };
    })
    .on(setAccountRole, () => {
      tom.role = 'user';
      return {};
    });
  const menu = await screen.findByRole('switch', { name: 'Show menu for Tom Demoted' });
  await user.click(menu);
  expect(await screen.findByText('Menu deactivated')).toBeVisible();
  await waitFor(() => expect(menu).not.toBeChecked());
  await user.click(menu);
  expect(await screen.findByText('Menu activated')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Tom Demoted’s role: Admin' }));
  await user.click(await screen.findByRole('menuitemradio', { name: 'User' }));
  expect(await screen.findByRole('button', { name: 'Tom Demoted’s role: User' })).toBeVisible();
});

it('grants a plan after the plan and its last day were chosen', async () => {
  const gita = aPerson('Gita Given', 1);
  const { user, api, chooseAction } = await openPeople([gita]);
  api.on(editUser, () => {
    gita.plan = { planName: 'Family Plan', endDate: '2039-12-31T00:00:00.000Z', isTrial: false, hasEnded: false };
    return { result: ANA, message: 'Subscription added to user successfully' };
  });
  await chooseAction('Gita Given', 'Add subscription');
  const dialog = within(await screen.findByRole('dialog', { name: 'Add subscription' }));
  await user.click(dialog.getByRole('button', { name: 'Add subscription' }));
  expect(await dialog.findByText('Please choose a subscription plan')).toBeVisible();
  expect(dialog.getByText('Please enter a valid date')).toBeVisible();
  expect(api.requestsTo(editUser)).toEqual([]);
  await dialog.findByRole('option', { name: /^Family Plan/ });
  await user.selectOptions(dialog.getByLabelText('Plan name'), 'Family Plan');
  await user.type(dialog.getByLabelText('Plan end date'), new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10));
  await user.click(dialog.getByRole('button', { name: 'Add subscription' }));
  expect(await screen.findByText('Subscription added to user successfully')).toBeVisible();
  expect(await within(await row('Gita Given')).findByText('Family Plan')).toBeVisible();
});

it('opens the details of the next row with the keyboard, and closes them with Escape', async () => {
  const { user, router } = await openPeople([aPerson('Kim Keyrow', 1), aPerson('Kira Keyrow', 2)]);
  await user.type(await screen.findByRole('searchbox', { name: 'Search' }), ' keyrow');
  await waitFor(() => expect(router.state.location.search).toMatchObject({ string: 'keyrow' }));
  (await screen.findByRole('button', { name: /^Kim Keyrow, / })).focus();
  await user.keyboard('{ArrowDown}');
  expect(screen.getByRole('button', { name: /^Kira Keyrow, / })).toHaveFocus();
  await user.keyboard('{Enter}');
  await waitFor(async () => expect(within(await panel()).getByLabelText('Name')).toHaveValue('Kira Keyrow'));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('ends all sessions of an account after a confirmation that lists what keeps working', async () => {
  const nora = aPerson(NORA, 1);
  nora.abilities = { ...nora.abilities, sessions: true };
  const { user, api, chooseAction } = await openPeople([nora]);
  api.on(endAccountSessions, () => ({ message: 'All sessions of this account were ended.' }));
  await row(NORA);
  await chooseAction(NORA, 'End all sessions');
  const dialog = within(await screen.findByRole('alertdialog', { name: 'End all sessions of Nora Quist?' }));
  expect(dialog.getByText(/API tokens and the FTP password keep working/)).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'End all sessions' }));
  expect(await screen.findByText('All sessions of this account were ended.')).toBeVisible();
  expect(api.requestsTo(endAccountSessions)).toMatchObject([{ params: { id: nora._id } }]);
});

it('shows people to support without buttons for refused actions', async () => {
  const abilities = {
    edit: false,
    enable: false,
    roles: [],
    superAdmin: false,
    password: false,
    secondFactor: false,
    sessions: false,
    menu: false,
    plan: false,
    open: true,
  };
  const { user } = await openPeople([aPerson('Stan Seen', 1, { abilities })], { ...ANA, role: 'support' });
  expect(await row('Stan Seen')).toBeVisible();
  expect(screen.queryByRole('switch', { name: /Stan Seen/ })).toBeNull();
  await user.click(screen.getByRole('button', { name: /^Stan Seen, / }));
  const details = within(await panel());
  expect((await details.findAllByText('Stan Seen'))[0]).toBeVisible();
  expect(details.queryByLabelText('Name')).toBeNull();
});

it('closes the console in the open tab of an account that lost its role', async () => {
  const tom: User = { ...ADMIN };
  const { api, router } = await openPeople([], tom);
  expect(await screen.findByRole('heading', { name: 'All users' })).toBeVisible();
  api.result(readUser, { ...tom, role: 'user' }).result(listAlbums, []);
  nudge('organisations');
  expect(await screen.findByText('You are no longer an administrator.')).toBeVisible();
  await waitFor(() => expect(router.state.location.pathname).toBe('/main'));
});

it('reports in the dialog that the number of devices could not be loaded', async () => {
  const { api, chooseAction } = await openPeople([aPerson(NORA, 1)]);
  api.refuse(readPerson, 'INTERNAL');
  await chooseAction(NORA, 'Change number of devices');
  const dialog = within(await screen.findByRole('dialog', { name: 'Change Nora Quist’s number of devices' }));
  expect(await dialog.findByRole('button', { name: 'Try again' })).toBeVisible();
});

it('changes the number of devices, and states what happens to those above it', async () => {
  const nora = aPerson(NORA, 1, { devices: { used: 3, included: 1, extra: 0, allowance: null } });
  const { user, api, chooseAction } = await openPeople([nora]);
  api.on(editUser, ({ body }) => {
    nora.devices.allowance = (body as { deviceAllowance: number }).deviceAllowance;
    return { result: ANA, message: 'Successfully Updated.' };
  });
  await chooseAction(NORA, 'Change number of devices');
  expect(await screen.findByText('All 3 devices keep playing. The user can’t add another one until 3 of them are deleted.')).toBeVisible();
  const dialog = within(screen.getByRole('dialog', { name: 'Change Nora Quist’s number of devices' }));
  await user.click(dialog.getByText('Another number'));
  const number = dialog.getByLabelText('Devices');
  for (const wrong of ['', '1.5', '-1', '100001']) {
    await user.clear(number);
    if (wrong !== '') await user.type(number, wrong);
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText('Enter a number from 0 to 100,000.')).toBeVisible();
  }
  expect(api.requestsTo(editUser)).toEqual([]);
  await user.clear(number);
  await user.type(number, '150');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(api.requestsTo(editUser)).toMatchObject([{ body: { deviceAllowance: 150, updatedAt: nora.updatedAt } }]);
  await user.click(screen.getByRole('button', { name: /^Nora Quist, / }));
  expect(await within(await panel()).findByText('3 of 150, set by an administrator; the plan includes 1')).toBeVisible();
});

it('shows the extra screens that an account pays for, and that a number of the administrator replaces them', async () => {
  const nora = aPerson(NORA, 1, {
    devices: { used: 6, included: 5, extra: 3, allowance: null },
    paid: {
      name: 'Single User',
      planName: 'Single User',
      planStorage: 15e9,
      device: 5,
      planType: 'pp_plan',
      interval: 'month',
      amount: 29_900,
      extraScreens: { quantity: 3, amount: 2_000 },
      endDate: Date.UTC(2040, 0, 1) / 1000,
      source: 'card',
      state: 'active',
    },
  });
  const { user, chooseAction } = await openPeople([nora]);
  await user.click(await screen.findByRole('button', { name: /^Nora Quist, / }));
  expect(await within(await panel()).findByText('6 of 8: 5 in the plan and 3 extra screens')).toBeVisible();
  expect(within(await panel()).getByText('3 × $20.00 a month')).toBeVisible();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await chooseAction(NORA, 'Change number of devices');
  const dialog = within(await screen.findByRole('dialog', { name: 'Change Nora Quist’s number of devices' }));
  expect(dialog.getByText('Plan and extra screens (8)')).toBeVisible();
  await user.click(dialog.getByText('Another number'));
  expect(dialog.getByText(/replaces the 3 extra screens that the user pays for/)).toBeVisible();
});
