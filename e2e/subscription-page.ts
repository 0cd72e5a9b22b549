import { expect, type Page } from '@playwright/test';
import type { ApiPerson } from './api.ts';

/** Card numbers of the test bank. */
export const CARDS = {
  good: '4242424242424242',
  declined: '4000000000000002',
  asks: '4000002760003184',
  failsLater: '4000000000000341',
};

interface Payment {
  amount: number;
  status: string;
}

export const listPayments = (person: ApiPerson) => person.must<Payment[]>('GET', `/stripes/payments/${person.userId}`);

/** Returns the amounts of a person's successful payments, in cents, newest first. */
export const successesOf = async (person: ApiPerson): Promise<number[]> =>
  (await listPayments(person)).filter(({ status }) => status === 'success').map(({ amount }) => amount);

/** Actions on the pages of plans and payments. `current` returns the page that a test uses at the moment. */
export function subscriptionPage(current: () => { page: Page; origin: string }) {
  const open = (path: string) => current().page.goto(`${current().origin}${path}`);
  const heading = (name: string | RegExp) => current().page.getByRole('heading', { name });
  const payNow = () =>
    current()
      .page.getByRole('button', { name: /^Pay Now/ })
      .click();

  async function choose(plan: string, interval: 'Monthly' | 'Yearly' = 'Monthly'): Promise<void> {
    const { page } = current();
    await page.getByRole('radio', { name: interval, exact: true }).check();
    await page.getByRole('radio', { name: new RegExp(`^${plan} `) }).check();
    await page.getByRole('button', { name: 'Subscribe' }).click();
  }

  async function typeCard(number: string): Promise<void> {
    const { page } = current();
    await page.getByLabel('Card number').fill('');
    await page.getByLabel('Card number').pressSequentially(number);
    await page.getByLabel('Expiry').fill('04 / 40');
    await page.getByLabel('CVC').fill('123');
  }

  async function subscribe(plan: string, card = CARDS.good): Promise<void> {
    await open('/main/subscription');
    await choose(plan);
    await typeCard(card);
    await payNow();
    await expect(heading('Payment Successful')).toBeVisible();
  }

  return {
    open,
    heading,
    choose,
    typeCard,
    payNow,
    subscribe,
    alert: () => current().page.getByRole('alert'),
    fact: (term: string, value: string | RegExp) =>
      current().page.locator('dl > div').filter({ hasText: term }).filter({ hasText: value }).first(),
  };
}
