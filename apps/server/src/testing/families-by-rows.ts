import { defineModule } from '../modules/define-module.ts';
import { memberLeft, organisationHandedOver } from '../modules/organisations/index.ts';
import type { Emit } from '../platform/events.ts';
import { MODULES } from '../wiring.ts';
import type { TestPerson } from './builders.ts';
import type { TestApp } from './test-app.ts';

let emit: Emit;
const stub = defineModule({
  name: 'stub',
  tables: { owned: [], read: [] },
  create: (platform) => {
    emit = platform.emit;
    return { face: {} };
  },
});
export const WITH_STUB = [...MODULES, stub];

export async function removeByRows(test: TestApp, orgId: string, person: TestPerson): Promise<void> {
  await test.db.transaction().execute(async (tx) => {
    await tx.deleteFrom('organisation_members').where('org_id', '=', orgId).where('user_id', '=', person.user._id).execute();
    const f = { orgId, userId: person.user._id, name: 'F', userName: 'U', ownerId: '', why: 'removed' as const };
    await emit(tx, memberLeft, f);
  });
}
export async function handOverByRows(test: TestApp, orgId: string, from: TestPerson, to: TestPerson): Promise<void> {
  await test.db.transaction().execute(async (tx) => {
    await tx.deleteFrom('organisation_members').where('org_id', '=', orgId).where('user_id', '=', from.user._id).execute();
    await tx
      .updateTable('organisation_members')
      .set({ org_role: 'owner' })
      .where('org_id', '=', orgId)
      .where('user_id', '=', to.user._id)
      .execute();
    await tx.insertInto('organisation_members').values({ org_id: orgId, user_id: from.user._id, org_role: 'subAdmin' }).execute();
    await emit(tx, organisationHandedOver, { orgId, name: 'F', fromId: from.user._id, fromName: '', toId: to.user._id, toName: '' });
    for (const t of ['playlists', 'devices'] as const)
      await tx.updateTable(t).set({ user_id: to.user._id }).where('org_id', '=', orgId).execute();
    await tx.updateTable('albums').set({ created_by: to.user._id }).where('org_id', '=', orgId).execute();
  });
}
