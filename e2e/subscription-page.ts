import type { Page } from '@playwright/test';
import type { Plan, Subscribed } from '@vitrine/contract';
import type { ApiPerson } from './api.ts';

/** Card numbers of the test bank. */
export const CARDS = {
  good: '4242424242424242',
  declined: '4000000000000002',
  needsAuthentication: '4000002760003184',
};

interface Payment {
  amount: number;
  status: string;
}

const listPayments = (person: ApiPerson) => person.request<Payment[]>('GET', `/stripes/payments/${person.userId}`);

/** Returns the amounts of a person's successful payments, in cents, newest first. */
export const listSuccessfulPayments = async (person: ApiPerson): Promise<number[]> =>
  (await listPayments(person)).filter(({ status }) => status === 'success').map(({ amount }) => amount);

/** Returns the id of the monthly price of a plan. */
export async function findMonthlyPrice(person: ApiPerson, planName: string): Promise<string> {
  const plans = await person.request<Plan[]>('GET', '/stripes/prices');
  const price = plans.find((plan) => plan.planName === planName)?.plans.find(({ interval }) => interval === 'month');
  if (!price) throw new Error(`The plan ${planName} has no monthly price`);
  return price.priceId;
}

/** Subscribes to a plan by the month through the API. The card is a shared payment method of the test bank. */
export async function subscribe(person: ApiPerson, planName: string): Promise<void> {
  const priceId = await findMonthlyPrice(person, planName);
  await person.request<Subscribed>('POST', '/stripes/subscription', { priceId, paymentMethodId: 'pm_card_visa' });
}

/** Actions on the pages of plans and payments. `getCurrent` returns the page that a test uses at the moment. */
export function subscriptionPage(getCurrent: () => { page: Page; origin: string }) {
  const open = (path: string) => getCurrent().page.goto(`${getCurrent().origin}${path}`);
  const heading = (name: string | RegExp) => getCurrent().page.getByRole('heading', { name });
  const payNow = () =>
    getCurrent()
      .page.getByRole('button', { name: /^Pay Now/ })
      .click();

  async function choosePlan(plan: string, interval: 'Monthly' | 'Yearly' = 'Monthly'): Promise<void> {
    const { page } = getCurrent();
    await page.getByRole('radio', { name: interval, exact: true }).check();
    await page.getByRole('radio', { name: new RegExp(`^${plan} `) }).check();
    await page.getByRole('button', { name: 'Subscribe' }).click();
  }

  async function typeCard(number: string): Promise<void> {
    const { page } = getCurrent();
    await page.getByLabel('Card number').fill('');
    await page.getByLabel('Card number').pressSequentially(number);
    await page.getByLabel('Expiry').fill('04 / 40');
    await page.getByLabel('CVC').fill('123');
  }

  return {
    open,
    heading,
    choosePlan,
    typeCard,
    payNow,
    alert: () => getCurrent().page.getByRole('alert'),
    detail: (term: string, value: string | RegExp) =>
      getCurrent().page.locator('dl > div').filter({ hasText: term }).filter({ hasText: value }).first(),
  };
}
