/** Staff get 404 for the objects of a super-admin, also while they view an account. */
import { FAMILY_PLAN } from '@vitrine/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MatrixObjects } from './modules/access/index.ts';
import { type AccessMatrix, createAccessMatrix, VIEWING } from './testing/access-matrix.ts';
import { caseNames, getCase, usesFamilyId } from './testing/access-matrix-rows.ts';
import { aPerson, aPlan, type TestPerson } from './testing/builders.ts';

let matrix: AccessMatrix;
beforeAll(async () => {
  matrix = await createAccessMatrix();
});
afterAll(() => matrix.close());

describe('objects of a super-admin', () => {
  /** Staff actors. The viewing ones have a row of a view, which no route creates for a super-admin's account. */
  const STAFF_ACTORS = ['admin', 'superAdmin', 'support', 'partnerAdmin', ...VIEWING] as const;
  const personal = caseNames.filter(
    (name) => ['read', 'write', 'consoleAndOwnWrite'].includes(getCase(name).kind) && !usesFamilyId(getCase(name)),
  );
  let root: TestPerson;
  let objects: MatrixObjects;
  beforeAll(async () => {
    root = await aPerson(matrix.test);
    await aPlan(matrix.test, root, { planName: FAMILY_PLAN, users: 6, devices: 10_000, storageBytes: 35e9 });
    objects = await matrix.getReadOnlyObjects(root);
    await matrix.test.db.updateTable('users').set({ role: 'admin', is_super_admin: true }).where('id', '=', root.user._id).execute();
    await matrix.test.db.deleteFrom('staff_views').execute();
    for (const name of VIEWING) await matrix.ensureView(name, root.user._id);
  });

  it.each(personal)('%s answers 404 to staff', { timeout: 60_000 }, async (name) => {
    const entry = getCase(name);
    for (const actor of STAFF_ACTORS) {
      if (entry.kind === 'consoleAndOwnWrite' && actor === 'superAdmin') continue;
      expect(await matrix.sendRequest(name, entry, actor, objects), actor).toBe(404);
    }
  });
});
