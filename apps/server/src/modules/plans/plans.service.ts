import { type EditablePlan, isNameFixed, type Plan, type PlanBody } from '@vitrine/contract';
import type { Database, Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { insertAuditEntry, type Person } from '../access/index.ts';
import { presentPlansForEditing, presentPlansForSale } from './plans.presenter.ts';
import { listAllPricesForSale, listPricesForSale } from './plans.read-model.ts';
import { replaceDeviceFeature } from './plans.rules.ts';
import * as store from './plans.store.ts';

/** Plans for sale, and their changes by administrators. Existing subscriptions keep the terms they were sold with. */
export function createPlansService({ db }: { db: Database }) {
  const assertChangeable = async (tx: Tx, plan: { id: string; name: string; platform: string; updated_at: Date }, body: PlanBody) => {
    if (plan.updated_at.getTime() !== new Date(body.updatedAt).getTime()) throw new AppError('CHANGED_MEANWHILE');
    if (plan.name === body.name) return;
    if (isNameFixed(plan.name)) throw new AppError('PLAN_NAME_FIXED');
    if (await store.isPlanNameTaken(tx, plan.platform, body.name, plan.id)) throw new AppError('VALUE_TAKEN');
  };

  return {
    listForSale: async (platform: 'PP' | 'WV'): Promise<Plan[]> => presentPlansForSale(await listPricesForSale(db, platform)),

    /** Lists the plans of both platforms for their editors. */
    list: async (): Promise<EditablePlan[]> => presentPlansForEditing(await listAllPricesForSale(db)),

    /** NOT_FOUND, CHANGED_MEANWHILE, PLAN_NAME_FIXED, PLAN_FREE, VALUE_TAKEN. */
    edit: (actor: Person, id: string, body: PlanBody): Promise<EditablePlan> =>
      db.transaction().execute(async (tx) => {
        const plan = await store.lockPlan(tx, id);
        const price = plan && (await store.findPriceForSale(tx, id, body.interval));
        if (!plan || !price) throw new AppError('NOT_FOUND');
        await assertChangeable(tx, plan, body);
        if ((price.amount_cents === 0) !== (body.amount === 0)) throw new AppError('PLAN_FREE');
        const { extraScreenAmount = price.extra_screen_cents } = body;
        const isExtraRepriced = price.extra_screen_cents !== extraScreenAmount;
        if (extraScreenAmount !== null && body.amount === 0) throw new AppError('PLAN_FREE', 'A free plan can’t have extra screens.');
        const isRepriced = price.amount_cents !== body.amount;
        const devices = body.devices ?? price.devices;
        const isResized = price.devices !== devices;
        if (isResized && body.amount === 0) throw new AppError('PLAN_FREE', 'You can’t change the devices of a free plan.');
        await insertAuditEntry(tx, {
          actorId: actor.userId,
          userId: null,
          action: 'plan.update',
          objects: { table: 'plans', ids: [id] },
          // The terms of a sale are in the rows of the prices, which are replaced.
          detail: {
            ...((isRepriced || isExtraRepriced) && { interval: body.interval }),
            ...(isRepriced && { amountBefore: price.amount_cents, amountAfter: body.amount }),
            ...(isExtraRepriced && { extraScreenBefore: price.extra_screen_cents, extraScreenAfter: extraScreenAmount }),
            ...(isResized && { devicesBefore: price.devices, devicesAfter: devices }),
          },
        });
        const { name, description, trialDays } = body;
        const features = isResized ? replaceDeviceFeature(body.features, price.devices, devices) : body.features;
        await store.updatePlan(tx, id, { name, description, trial_days: trialDays, features: JSON.stringify(features) });
        if (isResized) await store.replacePrices(tx, id, { devices });
        if (isRepriced || isExtraRepriced)
          await store.replacePrices(tx, id, { amount_cents: body.amount, extra_screen_cents: extraScreenAmount }, body.interval);
        const edited = presentPlansForEditing(await listAllPricesForSale(tx)).find(({ _id }) => _id === id);
        if (!edited) throw new AppError('NOT_FOUND');
        return edited;
      }),
  };
}

export type PlansService = ReturnType<typeof createPlansService>;
