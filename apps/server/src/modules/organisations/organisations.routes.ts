import type { Organisation } from '@vitrine/contract';
import { readOrganisation } from '@vitrine/contract/organisations.endpoints';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { serve } from '../../plugins/endpoints.ts';
import { authorize } from '../access/index.ts';
import { findOrganisation, type OrganisationRow } from './organisations.read-model.ts';

export async function organisationsRoutes(app: FastifyInstance, { db }: { db: Database }): Promise<void> {
  serve(app, readOrganisation, async ({ actor, params }) => {
    await authorize(db, actor, 'organisation.read', [params.orgId]);
    const row = await findOrganisation(db, params.orgId);
    if (!row) throw new AppError('NOT_FOUND');
    return { result: present(row) };
  });
}

const present = (row: OrganisationRow): Organisation => ({
  id: row.id,
  name: row.name,
  description: row.description,
  orgType: 'family',
  subscriptionId: row.subscription_id,
  picture: row.picture_key
    ? {
        key: row.picture_key,
        location: `uploads?key=${row.picture_key}`,
        mimetype: row.picture_mimetype ?? '',
        name: row.picture_name ?? '',
      }
    : null,
  memberCount: row.member_count,
});
