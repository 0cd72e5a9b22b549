import { FAMILY_PLAN } from '@vitrine/contract';
import type { Db } from '../../platform/database/database.ts';
import { provide } from '../../platform/ports.ts';
import { defineModule } from '../define-module.ts';
import { type FamilyPlan, familyPlans } from '../organisations/index.ts';
import { holdings } from './entitlements.ports.ts';
import { createEntitlements, type EntitlementsService } from './entitlements.service.ts';

/** What an account or organisation may have and has. Billing writes what this reads. */
export const entitlementsModule = defineModule({
  name: 'entitlements',
  tables: { owned: ['entitlements', 'storage_usage', 'upload_reservations'], read: ['users', 'organisations', 'organisation_members'] },
  ports: [holdings],
  create: (platform) => {
    const entitlements = createEntitlements(platform);
    return { face: entitlements, provides: [provide(familyPlans, (db, userIds) => findFamilyPlans(db, userIds, entitlements))] };
  },
});

async function findFamilyPlans(db: Db, userIds: readonly string[], { find }: EntitlementsService): Promise<Map<string, FamilyPlan>> {
  const plans = new Map<string, FamilyPlan>();
  for (const userId of userIds) {
    const plan = await find(db, userId);
    const isRunning = plan?.planName === FAMILY_PLAN && !plan.hasEnded;
    plans.set(userId, { isRunning, members: Math.max(0, (plan?.users ?? 1) - 1) });
  }
  return plans;
}
