/** Plans in the console. The server's tests have the rules and the plans that users can buy. */
import { screen, waitFor } from '@testing-library/react';
import type { EditablePlan } from '@vitrine/contract/plans';
import { editPlan, listEditablePlans } from '@vitrine/contract/plans.endpoints';
import { expect, it } from 'vitest';
import { ADMIN } from '../../../testing/console.ts';
import { aPlan } from '../../../testing/plans.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { ANA, signedInApi, signIn } from '../../../testing/signed-in.ts';

const aSoldPlan = (): EditablePlan => ({
  ...aPlan(),
  platform: 'PP',
  updatedAt: '2026-01-01T00:00:00.000Z',
  isNameFixed: false,
  isFree: false,
});

async function openEditor() {
  signIn(ADMIN);
  const plan = aSoldPlan();
  const api = signedInApi(ADMIN).on(listEditablePlans, () => ({ result: [{ ...plan }] }));
  const app = await renderApp('/admin/subscription', api);
  await app.user.click(await screen.findByRole('link', { name: 'Edit Plan Single User' }));
  const description = await screen.findByLabelText(/^Description/);
  await app.user.clear(description);
  await app.user.click(description);
  await app.user.paste('For one household, up to five screens.');
  return { ...app, api, plan };
}

it('edits a plan and returns to the list', async () => {
  const { user, api, plan, router } = await openEditor();
  api.on(editPlan, ({ body }) => {
    plan.description = (body as { description: string }).description;
    return { result: plan, message: 'Plan saved.' };
  });
  expect(router.state.location.pathname).toBe('/admin/subscriptionPlanChange');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Plan saved.')).toBeVisible();
  expect(await screen.findByText('For one household, up to five screens.')).toBeVisible();
  expect(api.requestsTo(editPlan)[0]?.body).toMatchObject({ updatedAt: plan.updatedAt, interval: 'month', amount: 29_900 });
});

it('sets and removes the price of an extra screen', async () => {
  const { user, api, plan } = await openEditor();
  api.on(editPlan, ({ body }) => {
    const { extraScreenAmount } = body as { extraScreenAmount: number | null };
    plan.plans = plan.plans.map((price) => ({ ...price, extraScreenAmount }));
    return { result: plan, message: 'Plan saved.' };
  });
  const field = screen.getByLabelText('Price of an extra screen, monthly ($)');
  await user.type(field, '0');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Enter a price above zero, or leave the field empty.')).toBeVisible();
  await user.clear(field);
  await user.type(field, '19.99');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Extra screens: $19.99/mo each')).toBeVisible();
  await user.click(screen.getByRole('link', { name: 'Edit Plan Single User' }));
  const saved = await screen.findByLabelText('Price of an extra screen, monthly ($)');
  expect(saved).toHaveValue('19.99');
  await user.clear(saved);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByText(/^Extra screens: /)).toBeNull());
  expect(api.requestsTo(editPlan).map(({ body }) => (body as { extraScreenAmount: number | null }).extraScreenAmount)).toEqual([
    1_999,
    null,
  ]);
});

it('keeps the form open when another administrator changed the plan first', async () => {
  const { user, api } = await openEditor();
  api.refuse(editPlan, 'CHANGED_MEANWHILE');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Someone else changed this. Reload to see the latest version.');
  expect(screen.getByLabelText(/^Description/)).toHaveValue('For one household, up to five screens.');
});

it('shows plans to support without Edit', async () => {
  const support = { ...ANA, role: 'support' } as const;
  signIn(support);
  await renderApp('/admin/subscription', signedInApi(support).result(listEditablePlans, [aSoldPlan()]));
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Single User' })).toBeVisible());
  expect(screen.queryByRole('link', { name: /Edit Plan/ })).toBeNull();
});
