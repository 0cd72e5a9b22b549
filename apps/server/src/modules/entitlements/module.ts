import { provide } from '../../platform/ports.ts';
import { defineModule } from '../define-module.ts';
import { familyPlans } from '../organisations/index.ts';
import { holdings } from './entitlements.ports.ts';
import { createEntitlements } from './entitlements.service.ts';

/** What an account may have and has, with what belongs to the organisation it owns. Billing writes what this reads. */
export const entitlementsModule = defineModule({
  name: 'entitlements',
  tables: { owned: ['entitlements', 'storage_usage', 'upload_reservations'], read: ['users'] },
  ports: [holdings],
  create(platform) {
    const entitlements = createEntitlements(platform);
    return { face: entitlements, provides: [provide(familyPlans, entitlements.familyPlansOf)] };
  },
});
