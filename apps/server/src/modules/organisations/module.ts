import type { FastifyInstance } from 'fastify';
import { provide } from '../../platform/ports.ts';
import { memberships } from '../accounts/index.ts';
import { defineModule } from '../define-module.ts';
import { memberJoined, memberLeft, organisationDissolving, organisationHandedOver } from './organisations.events.ts';
import { organisationPolicies } from './organisations.policies.ts';
import { acquaintances, familyPlans, organisationHoldings } from './organisations.ports.ts';
import { listMemberships } from './organisations.read-model.ts';
import { organisationsRoutes } from './organisations.routes.ts';
import { createOrganisationsService } from './organisations.service.ts';

export const organisationsModule = defineModule({
  name: 'organisations',
  tables: { owned: ['organisations', 'organisation_members', 'organisation_invitations'], read: ['users'] },
  events: [memberJoined, memberLeft, organisationDissolving, organisationHandedOver],
  ports: [familyPlans, organisationHoldings, acquaintances],
  policies: organisationPolicies,
  holdsFiles: [{ table: 'organisations', column: 'picture_file_id' }],
  accessCases: () => import('./organisations.access-cases.ts'),
  create: (platform) => ({
    face: {},
    routes: (app: FastifyInstance) => organisationsRoutes(app, { organisations: createOrganisationsService(platform) }),
    provides: [provide(memberships, listMemberships)],
  }),
});
