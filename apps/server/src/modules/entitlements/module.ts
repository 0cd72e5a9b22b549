import { provide } from '../../platform/ports.ts';
import { defineModule } from '../define-module.ts';
import { familyPlansByUser } from '../organisations/index.ts';
import { usageCounters } from './entitlements.events.ts';
import { createEntitlementsService } from './entitlements.service.ts';

/** What an account may have and has, with what belongs to the organisation it owns. Billing writes what this reads. */
export const entitlementsModule = defineModule({
  name: 'entitlements',
  tables: { owned: ['entitlements', 'storage_usage', 'upload_reservations'], read: ['users'] },
  ports: [usageCounters],
  create(platform) {
    const entitlements = createEntitlementsService(platform);
    return { api: entitlements, portProviders: [provide(familyPlansByUser, entitlements.listFamilyPlans)] };
  },
});
