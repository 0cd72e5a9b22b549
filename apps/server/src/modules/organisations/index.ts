import { envelope, type Organisation, organisation } from '@vitrine/contract';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Database, Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { personOf } from '../../plugins/access-gate.ts';
import { authorize, type Person } from '../access/index.ts';
import { findOrganisation, type OrganisationRow } from './organisations.read-model.ts';

const params = z.object({ orgId: z.uuid() });

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

export function createOrganisationsModule({ db }: { db: Database }) {
  const read = async (tx: Tx, actor: Person, id: string): Promise<Organisation> => {
    await authorize(tx, actor, 'organisation.read', [id]);
    const row = await findOrganisation(tx, id);
    if (!row) throw new AppError('NOT_FOUND');
    return present(row);
  };
  return {
    routes: async (instance: FastifyInstance) => {
      const app = instance.withTypeProvider<ZodTypeProvider>();
      app.get(
        '/organizations/details/:orgId',
        { config: { access: 'session' }, schema: { tags: ['organisations'], params, response: { 200: envelope(organisation) } } },
        async (request) => ({ error: false as const, result: await read(db, personOf(request), request.params.orgId) }),
      );
    },
  };
}
