import type Stripe from 'stripe';
import type { BankPrice } from './cards.ts';

/** Stripe's id of a price of ours, which is made unless it is there: our id is its lookup key. */
export async function ensurePrice(stripe: Stripe, { id, planName, amount, currency, interval }: BankPrice): Promise<string> {
  const { data: known } = await stripe.prices.list({ lookup_keys: [id], limit: 1 });
  if (known[0]) return known[0].id;
  const wanted: Stripe.PriceCreateParams = {
    lookup_key: id,
    product: await ensureProduct(stripe, planName),
    unit_amount: amount,
    currency,
    recurring: { interval },
    nickname: planName,
  };
  return (await stripe.prices.create(wanted, { idempotencyKey: `price ${id}` })).id;
}

/** One for each name of a plan. */
async function ensureProduct(stripe: Stripe, planName: string): Promise<string> {
  const id = `vitrine_${planName.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_')}`;
  try {
    return (await stripe.products.retrieve(id)).id;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'resource_missing')) throw error;
    return (await stripe.products.create({ id, name: planName }, { idempotencyKey: `product ${id}` })).id;
  }
}
