/** From a card of the pricing page to the plan that it names. Journeys make the purchase. */
import { screen, within } from '@testing-library/react';
import { listPlans } from '@vitrine/contract/subscriptions.endpoints';
import { expect, it } from 'vitest';
import { readChosenPlan } from '../areas/accounts/chosen-plan.ts';
import { getLandingPage } from '../areas/accounts/landing.ts';
import { aPlan } from '../areas/plans/plan-offers.fixtures.ts';
import { FakeApi } from '../testing/fake-api.ts';
import { renderApp } from '../testing/render-app.tsx';
import { signedInApi, signIn } from '../testing/signed-in.ts';

it.each([
  ['Intro', 'intro'],
  ['Base', 'base'],
  ['Pro', 'pro'],
  ['Single User', 'individual'],
  ['Family Plan', 'family'],
] as const)('the card %s leads to sign-up, which keeps the plan until the user has signed in', async (name, plan) => {
  const { user, router } = await renderApp('/pricing', new FakeApi());
  await user.click(await screen.findByRole('link', { name: `Sign up for ${name}` }));
  expect(await screen.findByRole('heading', { name: 'Create your account' })).toBeVisible();
  expect(router.state.location).toMatchObject({ pathname: '/signup', search: { plan } });
  expect(readChosenPlan()).toBe(plan);
  expect(getLandingPage()).toMatchObject({ to: '/main/subscription', search: { steps: true, plan } });
});

it.each([
  ['pro', 'Single User'],
  ['individual', 'Single User'],
  ['family', 'Family Plan'],
])('the plan %s is preselected as %s when plans are offered after sign-up', async (plan, name) => {
  signIn();
  const plans = [aPlan('Free', 0), aPlan('Single User', 29_900), aPlan('Family Plan', 99_900)];
  await renderApp(`/main/subscription?steps=true&plan=${plan}`, signedInApi().result(listPlans, plans));
  const cards = within(await screen.findByRole('group', { name: 'Plans' }));
  expect(cards.getByRole('radio', { checked: true })).toHaveAccessibleName(expect.stringContaining(name));
  expect(screen.getByRole('button', { name: 'Subscribe' })).toBeEnabled();
});
