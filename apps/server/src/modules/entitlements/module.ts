import { defineModule } from '../define-module.ts';
import { holdings } from './entitlements.ports.ts';
import { createEntitlements } from './entitlements.service.ts';

/** What an account or organisation may have and has. Billing writes what this reads. */
export const entitlementsModule = defineModule({
  name: 'entitlements',
  tables: { owned: ['entitlements', 'storage_usage', 'upload_reservations'], read: ['users', 'organisations', 'organisation_members'] },
  ports: [holdings],
  create: (platform) => ({ face: createEntitlements(platform) }),
});
