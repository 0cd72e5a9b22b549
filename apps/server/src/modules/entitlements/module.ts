import { provide } from '../../platform/ports.ts';
import { defineModule } from '../define-module.ts';
import { familyPlansByUser } from '../organisations/index.ts';
import { usageCounters } from './entitlements.events.ts';
import { createEntitlementsService } from './entitlements.service.ts';

/** Limits and usage of an account, including objects of the organisation it owns. Billing writes the grants. */
export const entitlementsModule = defineModule({
  name: 'entitlements',
  tables: { owned: ['entitlements', 'storage_usage', 'upload_reservations'], read: ['users'] },
  ports: [usageCounters],
  create(platform) {
    const entitlements = createEntitlementsService(platform);
    return { api: entitlements, portProviders: [provide(familyPlansByUser, entitlements.listFamilyPlans)] };
  },
});
