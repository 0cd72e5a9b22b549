/** Editing of a plan in the console. The values of the form are tested in plan-form.test.ts, conflicts and saving in `plans.test.tsx`. */
import { screen } from '@testing-library/react';
import type { User } from '@vitrine/contract/accounts';
import { ERRORS } from '@vitrine/contract/errors';
import type { EditablePlan } from '@vitrine/contract/plans';
import { listEditablePlans } from '@vitrine/contract/plans.endpoints';
import { afterEach, expect, it, vi } from 'vitest';
import { renderApp } from '../../../testing/render-app.tsx';
import { ANA, signedInApi, signIn } from '../../../testing/signed-in.ts';

const FAMILY_PLAN: EditablePlan = {
  _id: '00000000-0000-7000-8000-0000000000d1',
  planName: 'Family Plan',
  planType: 'pp_plan',
  description: 'For the whole family.',
  features: [{ text: '35 GB of storage', isIncluded: true }],
  device: 10,
  users: 6,
  planStorage: 35e9,
  playlists: 10,
  albums: null,
  sharingGroups: null,
  trialDays: 0,
  plans: [
    { priceId: 'price_year', interval: 'year', amount: 999_000, extraScreenAmount: null, currency: 'usd' },
    { priceId: 'price_month', interval: 'month', amount: 99_900, extraScreenAmount: null, currency: 'usd' },
  ],
  platform: 'PP',
  updatedAt: '2026-11-01T10:00:00.000Z',
  isNameFixed: false,
  isFree: false,
};

function openPlan(planId: string, role: Partial<User> = { role: 'admin' }) {
  const staff = { ...ANA, ...role };
  signIn(staff);
  return renderApp(`/admin/subscriptionPlanChange?planId=${planId}`, signedInApi(staff).result(listEditablePlans, [FAMILY_PLAN]));
}

afterEach(() => vi.restoreAllMocks());

it('shows the monthly price at an address without an interval', async () => {
  await openPlan(FAMILY_PLAN._id);
  expect(await screen.findByLabelText(/^Monthly price/)).toHaveValue('999.00');
});

it('opens in a browser whose language is no language tag', async () => {
  vi.spyOn(navigator, 'language', 'get').mockReturnValue('en-US@posix');
  await openPlan(FAMILY_PLAN._id);
  expect(await screen.findByLabelText(/^Monthly price/)).toHaveValue('999.00');
});

it('reports an unknown plan below the title of the page', async () => {
  await openPlan('00000000-0000-7000-8000-0000000000d9');
  expect(await screen.findByText(ERRORS.NOT_FOUND.message)).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Edit plan' })).toBeVisible();
});
