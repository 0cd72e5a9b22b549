import type Stripe from 'stripe';
import { CardError, type Cards } from './cards.ts';
import { callStripe } from './stripe-errors.ts';
import { presentIntent, presentInvoice, presentRefund } from './stripe-presenter.ts';

const MAX_LISTED_INVOICES = 100;
const WITH_CHARGE = { expand: ['latest_charge'] };
const WITH_PAYMENTS = { expand: ['payments'] };

export type PaymentCalls = Pick<
  Cards,
  | 'readInvoice'
  | 'listInvoices'
  | 'payInvoice'
  | 'createPaymentIntent'
  | 'readPaymentIntent'
  | 'confirmPaymentIntent'
  | 'cancelPaymentIntent'
  | 'refund'
>;

export function createPayments(stripe: Stripe): PaymentCalls {
  const readInvoice = async (id: string) => presentInvoice(await callStripe(id, () => stripe.invoices.retrieve(id, WITH_PAYMENTS)));
  const readPaymentIntent = async (id: string) =>
    presentIntent(await callStripe(id, () => stripe.paymentIntents.retrieve(id, WITH_CHARGE)));

  return {
    readInvoice,
    readPaymentIntent,

    async listInvoices(subscriptionId) {
      const wanted = { subscription: subscriptionId, limit: MAX_LISTED_INVOICES, expand: ['data.payments'] };
      return (await callStripe(subscriptionId, () => stripe.invoices.list(wanted))).data.map(presentInvoice);
    },

    async payInvoice(id, idempotencyKey) {
      try {
        await callStripe(id, () => stripe.invoices.pay(id, { off_session: false }, { idempotencyKey }));
      } catch (error) {
        if (!(error instanceof CardError)) throw error;
        const invoice = await readInvoice(id);
        const isAnswer = invoice.status === 'paid' || error.code === 'invoice_payment_intent_requires_action';
        if (!isAnswer) throw error;
        return invoice;
      }
      return readInvoice(id);
    },

    async createPaymentIntent({ customerId, amount, currency, metadata }, idempotencyKey) {
      const wanted = { customer: customerId, amount, currency, metadata, payment_method_types: ['card'] };
      return presentIntent(await callStripe(customerId, () => stripe.paymentIntents.create(wanted, { idempotencyKey })));
    },

    async confirmPaymentIntent(id, paymentMethodId, idempotencyKey) {
      const wanted = { payment_method: paymentMethodId, use_stripe_sdk: true, ...WITH_CHARGE };
      return presentIntent(await callStripe(id, () => stripe.paymentIntents.confirm(id, wanted, { idempotencyKey })));
    },

    async cancelPaymentIntent(id) {
      const intent = await readPaymentIntent(id);
      if (intent.status === 'canceled') return intent;
      return presentIntent(await callStripe(id, () => stripe.paymentIntents.cancel(id, WITH_CHARGE)));
    },

    async refund({ paymentIntentId, amount }, idempotencyKey) {
      const wanted = { payment_intent: paymentIntentId, amount };
      return presentRefund(await callStripe(paymentIntentId, () => stripe.refunds.create(wanted, { idempotencyKey })));
    },
  };
}
