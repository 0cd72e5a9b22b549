import { screen } from '@testing-library/react';
import { listPeople } from '@vitrine/contract/people.endpoints';
import { readSecondFactor } from '@vitrine/contract/second-factor.endpoints';
import { expect, it } from 'vitest';
import { ADMIN } from '../../../testing/console.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { signedInApi, signIn } from '../../../testing/signed-in.ts';

const createApi = (requiredBy: string) =>
  signedInApi(ADMIN).result(listPeople, []).result(readSecondFactor, { isOn: false, since: null, recoveryCodesLeft: 0, requiredBy });

it('reminds staff in the console to set up two-step sign-in', async () => {
  signIn(ADMIN);
  const api = createApi('2099-03-04T08:00:00.000Z');
  await renderApp('/admin/AllUsers', api);
  expect(await screen.findByText(/the console needs two-step sign-in/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Set it up' })).toHaveAttribute('href', expect.stringContaining('/main/profile/security'));
  expect(api.requestsTo(listPeople)).not.toEqual([]);
});

it('replaces the console when the time for it has passed', async () => {
  signIn(ADMIN);
  const api = createApi('2020-03-04T08:00:00.000Z');
  await renderApp('/admin/AllUsers', api);
  expect(await screen.findByRole('heading', { name: 'Set up two-step sign-in' })).toBeVisible();
  expect(screen.queryByRole('table')).toBeNull();
});
