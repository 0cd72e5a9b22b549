/** Staff access with the user's permission, on the pages of both. The server's tests have the rules, `e2e/staff-access.spec.ts` a complete visit. */
import { screen, waitFor, within } from '@testing-library/react';
import type { User } from '@vitrine/contract/accounts';
import { readUser } from '@vitrine/contract/accounts.endpoints';
import { listAlbums } from '@vitrine/contract/albums.endpoints';
import { listOrganisations } from '@vitrine/contract/organisations.endpoints';
import type { StaffGrant, StaffVisit, ViewOptions } from '@vitrine/contract/staff-access';
import {
  answerStaffGrant,
  listActivity,
  listStaffGrants,
  openView,
  readViewOptions,
  requestGrant,
} from '@vitrine/contract/staff-access.endpoints';
import { expect, it } from 'vitest';
import { ADMIN } from '../../../testing/console.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { ANA, anAlbum, signedInApi, signIn } from '../../../testing/signed-in.ts';

const UTE: User = { ...ANA, _id: '00000000-0000-7000-8000-0000000000a3', name: 'Ute Owner' };
const NOW = '2026-11-28T10:00:00.000Z';
const HEADING = "You are not viewing Ute Owner's account";

/** Opens the account of another user as staff. The returned options are those of the next request. */
async function openAccount(values: Partial<ViewOptions>) {
  const options: ViewOptions = {
    name: UTE.name,
    mode: 'consent',
    isViewing: false,
    isReadOnly: true,
    canOverride: false,
    request: null,
    ...values,
  };
  signIn(ADMIN);
  const api = signedInApi(ADMIN)
    .on(readUser, ({ params }) => ({ result: params['userId'] === UTE._id ? UTE : ADMIN }))
    .on(readViewOptions, () => ({ result: { ...options } }))
    .on(openView, () => {
      options.isViewing = true;
      return { result: { _id: ADMIN._id, userId: UTE._id, name: UTE.name, isReadOnly: true, startedAt: NOW, expiresAt: NOW } };
    })
    .result(listOrganisations, [])
    .result(listAlbums, [anAlbum({ name: 'Harbour' })]);
  const { user } = await renderApp(`/main?userId=${UTE._id}&open=true`, api);
  expect(await screen.findByRole('heading', { name: HEADING })).toBeVisible();
  return { api, options, user };
}

it('lets an administrator request access and view the account after its user allowed it', async () => {
  const { api, options, user } = await openAccount({});
  expect(screen.queryByRole('button', { name: /^View/ })).toBeNull();
  expect(screen.queryByText('Harbour')).toBeNull();
  api.on(requestGrant, () => {
    options.request = { state: 'waiting', duration: 'hour', askedAt: NOW, endsAt: null };
    return { result: options };
  });
  await user.type(screen.getByLabelText('Message to the user'), 'About your ticket 4711');
  await user.click(screen.getByRole('button', { name: 'Request access' }));
  expect(await screen.findByText(/^The user was asked and has not answered yet\./)).toBeVisible();
  expect(api.requestsTo(requestGrant)[0]?.body).toEqual({ userId: UTE._id, duration: 'hour', message: 'About your ticket 4711' });
});

it('shows the account while an administrator views it with permission', async () => {
  const { user } = await openAccount({ request: { state: 'allowed', duration: 'day', askedAt: NOW, endsAt: null } });
  await user.click(screen.getByRole('button', { name: 'View account' }));
  expect(await screen.findByText("You are viewing Ute Owner's account")).toBeVisible();
  expect(await screen.findByRole('link', { name: 'Harbour' })).toBeVisible();
  expect(screen.queryByRole('heading', { name: HEADING })).toBeNull();
});

it('states that the user revoked access', async () => {
  await openAccount({ request: { state: 'revoked', duration: 'day', askedAt: NOW, endsAt: NOW } });
  expect(screen.getByText(/^The user revoked access\./)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'View account' })).toBeNull();
});

it('requires a reason of a super-admin who views an account without permission', async () => {
  const { api, user } = await openAccount({ canOverride: true });
  await user.type(screen.getByLabelText(/^Reason/), 'Reported for abuse, case 12');
  await user.click(screen.getByRole('button', { name: 'View without permission' }));
  expect(await screen.findByText("You are viewing Ute Owner's account")).toBeVisible();
  expect(api.requestsTo(openView)[0]?.body).toEqual({ userId: UTE._id, reason: 'Reported for abuse, case 12' });
});

it('lets a user allow a request for a chosen time, see the visit and revoke the permission', async () => {
  const grant: StaffGrant = {
    _id: '00000000-0000-7000-8000-0000000000e5',
    staffName: 'Adam',
    duration: 'hour',
    message: 'About your ticket 4711',
    state: 'waiting',
    askedAt: NOW,
    endsAt: null,
  };
  const visits: StaffVisit[] = [
    { _id: UTE._id, staffName: 'Rita', isReadOnly: true, reason: 'Reported for abuse, case 12', startedAt: NOW, endedAt: NOW, items: [] },
  ];
  signIn();
  const api = signedInApi()
    .on(listStaffGrants, () => ({ result: [{ ...grant }] }))
    .on(listActivity, () => ({ result: [...visits] }))
    .on(answerStaffGrant, ({ body }) => {
      const isAllowed = (body as { answer: string }).answer === 'allow';
      grant.state = isAllowed ? 'allowed' : 'revoked';
      if (isAllowed) visits.unshift({ ...visits[0], _id: ANA._id, staffName: 'Adam', reason: null, endedAt: null } as StaffVisit);
      else visits.shift();
      return { result: { ...grant } };
    });
  const { user } = await renderApp('/main/profile', api);
  const request = await screen.findByRole('heading', { name: 'Adam asks to view your account' });
  expect(screen.getByText('“About your ticket 4711”')).toBeVisible();
  await user.selectOptions(screen.getByLabelText('Allow for'), '24 hours');
  await user.click(screen.getByRole('button', { name: 'Allow access' }));
  await waitFor(() => expect(request).not.toBeInTheDocument());
  expect(api.requestsTo(answerStaffGrant)[0]?.body).toEqual({ answer: 'allow', duration: 'day' });
  const activity = within(screen.getByRole('region', { name: 'Recent activity' }));
  expect(await activity.findByText('Adam viewed your account')).toBeVisible();
  expect(activity.getByText('Viewing now')).toBeVisible();
  expect(activity.getByText('Viewed without your permission. Reason: Reported for abuse, case 12')).toBeVisible();
  await user.click(activity.getByRole('button', { name: 'Revoke access of Adam' }));
  await waitFor(() => expect(activity.queryByText('Viewing now')).toBeNull());
  expect(api.requestsTo(answerStaffGrant)[1]?.body).toEqual({ answer: 'revoke' });
});
