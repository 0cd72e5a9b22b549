import type { Organisation } from '@vitrine/contract';
import { AppError } from '../../platform/errors.ts';
import { authorize, type Person } from '../access/index.ts';
import { type Picture, pictures } from '../accounts/index.ts';
import type { Platform } from '../define-module.ts';
import { findOrganisation, type OrganisationRow } from './organisations.read-model.ts';

const present = (row: OrganisationRow, picture: Picture | null): Organisation => ({
  id: row.id,
  name: row.name,
  description: row.description,
  orgType: 'family',
  subscriptionId: row.subscription_id,
  picture,
  memberCount: row.member_count,
});

export const createOrganisationsService = ({ db, port }: Pick<Platform, 'db' | 'port'>) => ({
  async get(actor: Person, id: string): Promise<Organisation> {
    await authorize(db, actor, 'organisation.read', [id]);
    const row = await findOrganisation(db, id);
    if (!row) throw new AppError('NOT_FOUND');
    return present(row, await port(pictures).describe(db, row.picture_file_id));
  },
});

export type OrganisationsService = ReturnType<typeof createOrganisationsService>;
