import type { Preview, Subscribed, Subscription } from '@vitrine/contract';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { Person } from '../access/index.ts';
import { translateBankErrors } from '../payments/index.ts';
import { assertOfferUnchanged, findPurchasablePrice, type PlanPriceRow } from '../plans/index.ts';
import type { ChangeQuotes, ChangeTarget } from './change-quotes.service.ts';
import { isChargeable } from './extra-screens.rules.ts';
import type { PaymentServiceDeps } from './subscribe.service.ts';
import { findRunningByCard, type SubscriptionRow } from './subscriptions.store.ts';

interface Change {
  items: { price: string; metadata?: object }[];
  userId?: string;
  planId?: string;
  prorationDate?: number;
  amount?: number;
  idempotencyKey?: string;
}

const UNSOLD_MESSAGE = 'This plan has no extra screens. Remove your extra screens before you change to it.';
const TOO_MANY_MESSAGE = 'This plan can’t be paid by card with your number of extra screens. Contact us for an offer.';

/** Changes by the payer of a running subscription: another plan, another card, cancelling, and resuming. */
export function createChangeSubscriptionService({
  db,
  cards,
  withLease,
  bankSync,
  loader,
  quotes,
}: PaymentServiceDeps & { quotes: ChangeQuotes }) {
  const findPriceForSale = async (actor: Person, priceId: string): Promise<PlanPriceRow> => {
    const sale = await findPurchasablePrice(db, priceId, actor.userId);
    if (!sale) throw new AppError('PLAN_UNKNOWN');
    return sale;
  };

  const isChangeable = ({ state }: SubscriptionRow) => state === 'active' || state === 'trial';

  /** Returns the target of a change of plan: extra screens stay, at the price that the new plan has for them. EXTRA_SCREENS_UNAVAILABLE. */
  const toTarget = (sale: PlanPriceRow, running: SubscriptionRow | undefined): ChangeTarget => {
    const quantity = running?.extra_screens ?? 0;
    if (quantity === 0) return { sale, extraScreens: null };
    if (sale.extra_screen_cents === null) throw new AppError('EXTRA_SCREENS_UNAVAILABLE', UNSOLD_MESSAGE);
    const target = { sale, extraScreens: { sale, quantity } };
    if (!isChargeable(sale, target.extraScreens)) throw new AppError('EXTRA_SCREENS_UNAVAILABLE', TOO_MANY_MESSAGE);
    return target;
  };

  const syncFromBank = async (id: string): Promise<Subscription> => {
    await translateBankErrors(bankSync.syncSubscription(id));
    return loader.loadById(id);
  };

  return {
    /** Returns what starting or changing costs, now and later, as the bank computes it. PLAN_UNKNOWN, EXTRA_SCREENS_UNAVAILABLE, CREDIT_REFUNDED, BANK_AWAY. */
    async preview(actor: Person, priceId: string): Promise<Preview> {
      const sale = await findPriceForSale(actor, priceId);
      const found = await findRunningByCard(db, actor.userId);
      const running = found && isChangeable(found) ? found : undefined;
      return quotes.quote(actor, toTarget(sale, running), running);
    },

    /**
     * Changes the plan. PLAN_UNKNOWN, PLAN_CHANGED, SAME_PLAN, EXTRA_SCREENS_UNAVAILABLE, AMOUNT_DIFFERS, CREDIT_REFUNDED, CARD_REFUSED (nothing was changed),
     * PAYMENT_BUSY, BANK_AWAY.
     */
    async change(actor: Person, id: string, change: Change): Promise<Subscribed> {
      if (change.userId !== undefined && change.userId !== actor.userId) throw new AppError('NOT_FOUND');
      await quotes.findOwnSubscription(actor, id);
      const sale = await findPriceForSale(actor, change.items[0]?.price ?? '');
      assertOfferUnchanged(sale, { items: change.items, ...(change.planId !== undefined && { planId: change.planId }) });
      return withLease(id, async () => {
        const row = await quotes.findOwnSubscription(actor, id);
        const changeKey = change.idempotencyKey ?? newId();
        if (row.price_id === sale.price_id) {
          if (row.change_key !== changeKey) throw new AppError('SAME_PLAN');
          return loader.loadPurchaseResult(id, await translateBankErrors(bankSync.syncSubscription(id)));
        }
        if (!isChangeable(row)) throw new AppError(row.state === 'cancelled' ? 'SUBSCRIPTION_ENDED' : 'PAYMENT_BUSY');
        const target = toTarget(sale, row);
        const prorationDate = await quotes.getQuotedProration(actor, row, target, { ...change, changeKey });
        await quotes.changeAtBank(row, target, prorationDate, `change:${id}:${changeKey}`);
        return loader.loadPurchaseResult(id, await translateBankErrors(bankSync.syncSubscription(id)));
      });
    },

    /** At the end of what is paid. */
    async cancel(actor: Person, id: string): Promise<Subscription> {
      const { bank_id } = await quotes.findOwnSubscription(actor, id);
      await translateBankErrors(cards.setCancelAtPeriodEnd(bank_id, true));
      return syncFromBank(id);
    },

    async resume(actor: Person, id: string): Promise<Subscription> {
      const { bank_id } = await quotes.findOwnSubscription(actor, id);
      await translateBankErrors(cards.setCancelAtPeriodEnd(bank_id, false));
      return syncFromBank(id);
    },

    /** And pays with it at once what a card before it could not. CARD_REFUSED. */
    async changeCard(actor: Person, id: string, paymentMethodId: string): Promise<Subscription> {
      // Check the permission first, so that unauthorized callers do not wait for the lock.
      await quotes.findOwnSubscription(actor, id);
      return withLease(id, async () => {
        const { bank_id, customer_id } = await quotes.findOwnSubscription(actor, id);
        await translateBankErrors(cards.attachPaymentMethod(customer_id, paymentMethodId));
        const { status, latestInvoiceId } = await translateBankErrors(cards.readSubscription(bank_id));
        const isOwed = latestInvoiceId !== null && (status === 'past_due' || status === 'unpaid');
        try {
          if (isOwed && (await translateBankErrors(cards.readInvoice(latestInvoiceId))).status === 'open')
            await translateBankErrors(cards.payInvoice(latestInvoiceId, `pay:${latestInvoiceId}:${paymentMethodId}`));
        } finally {
          await translateBankErrors(bankSync.syncSubscription(id));
        }
        return loader.loadById(id);
      });
    },
  };
}

export type ChangeSubscriptionService = ReturnType<typeof createChangeSubscriptionService>;
