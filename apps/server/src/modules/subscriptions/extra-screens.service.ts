import type { ExtraScreensBody, Preview, Subscribed } from '@vitrine/contract';
import { autocommit, type Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { Person } from '../access/index.ts';
import type { EntitlementsService } from '../entitlements/index.ts';
import { translateBankErrors } from '../payments/index.ts';
import { findPrice, type PlanPriceRow } from '../plans/index.ts';
import type { ChangeQuotes, ChangeTarget, OwnSubscription } from './change-quotes.service.ts';
import type { ExtraScreenOffers, ExtraScreensObstacle } from './extra-screen-offers.service.ts';
import { isChargeable } from './extra-screens.rules.ts';
import type { PaymentServiceDeps } from './subscribe.service.ts';
import { clearExtraScreensCap, updateExtraScreensCap } from './subscriptions.store.ts';

interface Deps extends PaymentServiceDeps {
  entitlements: EntitlementsService;
  quotes: ChangeQuotes;
  extraScreenOffers: ExtraScreenOffers;
}

/** A removal at the bank has ended after this, or its process has died. The lease of the subscription lasts as long. */
const CAP_TTL_MS = 2 * 60_000;

const OBSTACLE_MESSAGES: Record<ExtraScreensObstacle, string | undefined> = {
  notSold: undefined,
  notByCard: undefined,
  notActive: 'You can buy extra screens while your plan is active and paid.',
  setByAdministrator: 'An administrator has set your number of devices, so extra screens would add none. Contact us to change the number.',
};

/** Extra screens, which the payer of a subscription buys and removes in any number. */
export function createExtraScreensService({ db, clock, withLease, bankSync, loader, entitlements, quotes, extraScreenOffers }: Deps) {
  /** Returns the subscription's plan with another number of extra screens. EXTRA_SCREENS_UNAVAILABLE, PAYMENT_BUSY, SUBSCRIPTION_ENDED. */
  const findTarget = async (row: OwnSubscription, quantity: number): Promise<ChangeTarget> => {
    const sale = row.price_id === null ? undefined : await findPrice(db, row.price_id);
    if (!sale) throw new AppError('NOT_FOUND');
    const { sale: extraSale, obstacle } = await extraScreenOffers.find(row);
    if (obstacle !== undefined && quantity > row.extra_screens)
      throw new AppError('EXTRA_SCREENS_UNAVAILABLE', OBSTACLE_MESSAGES[obstacle]);
    if (row.state !== 'active') throw new AppError(row.state === 'cancelled' ? 'SUBSCRIPTION_ENDED' : 'PAYMENT_BUSY');
    const target = { sale, extraScreens: toExtraScreens(extraSale, quantity) };
    if (!isChargeable(target.sale, target.extraScreens))
      throw new AppError('EXTRA_SCREENS_UNAVAILABLE', 'This many extra screens can’t be paid by card. Contact us for an offer.');
    return target;
  };

  const toExtraScreens = (sale: PlanPriceRow | undefined, quantity: number): ChangeTarget['extraScreens'] => {
    if (quantity === 0) return null;
    if (!sale) throw new AppError('EXTRA_SCREENS_UNAVAILABLE');
    return { sale, quantity };
  };

  /** Limits the account before the bank removes extra screens, so that a device that is added at the same time can't use them. EXTRA_SCREENS_IN_USE. */
  const limitDevices = (row: OwnSubscription, quantity: number): Promise<void> =>
    db.transaction().execute(async (tx: Tx) => {
      await entitlements.lockOwner(tx, { userId: row.user_id });
      await entitlements.lowerExtraDevices(tx, row.user_id, quantity);
      await updateExtraScreensCap(tx, row.id, quantity, new Date(clock.now().getTime() + CAP_TTL_MS));
    });

  const changeAtBank = async (row: OwnSubscription, target: ChangeTarget, prorationDate: number, key: string): Promise<void> => {
    const quantity = target.extraScreens?.quantity ?? 0;
    if (quantity < row.extra_screens) await limitDevices(row, quantity);
    try {
      await quotes.changeAtBank(row, target, prorationDate, key);
    } catch (error) {
      // After a refusal, the account has its extra screens again. Without a response, a later query of the bank decides.
      if (error instanceof AppError && error.code !== 'BANK_AWAY') {
        await clearExtraScreensCap(autocommit(db), row.id);
        await bankSync.syncSubscription(row.id).catch(() => undefined);
      }
      throw error;
    }
  };

  return {
    /** Returns what another number of extra screens costs. NOT_FOUND, EXTRA_SCREENS_UNAVAILABLE, EXTRA_SCREENS_IN_USE, CREDIT_REFUNDED, BANK_AWAY. */
    async preview(actor: Person, id: string, quantity: number): Promise<Preview> {
      const row = await quotes.findOwnSubscription(actor, id);
      const target = await findTarget(row, quantity);
      if (quantity < row.extra_screens) await entitlements.assertExtraDevicesUnused(db, row.user_id, quantity);
      return quotes.quote(actor, target, row);
    },

    /**
     * Buys or removes extra screens. A request for the current number returns the current state. NOT_FOUND, EXTRA_SCREENS_UNAVAILABLE, EXTRA_SCREENS_IN_USE,
     * AMOUNT_DIFFERS, CREDIT_REFUNDED, CARD_REFUSED (nothing was changed), PAYMENT_BUSY, BANK_AWAY.
     */
    async change(actor: Person, id: string, { quantity, prorationDate, amount, idempotencyKey }: ExtraScreensBody): Promise<Subscribed> {
      await quotes.findOwnSubscription(actor, id);
      return withLease(id, async () => {
        const row = await quotes.findOwnSubscription(actor, id);
        if (row.extra_screens !== quantity) {
          const target = await findTarget(row, quantity);
          const changeKey = idempotencyKey ?? newId();
          const quoted = { changeKey, ...(prorationDate !== undefined && { prorationDate }), ...(amount !== undefined && { amount }) };
          const proration = await quotes.getQuotedProration(actor, row, target, quoted);
          await changeAtBank(row, target, proration, `extra-screens:${id}:${changeKey}`);
        }
        const synced = await translateBankErrors(bankSync.syncSubscription(id));
        await clearExtraScreensCap(autocommit(db), id);
        return loader.loadPurchaseResult(id, synced);
      });
    },
  };
}

export type ExtraScreensService = ReturnType<typeof createExtraScreensService>;
