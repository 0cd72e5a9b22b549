/** Every route of the API against staff, with objects of a user, and of a super-admin, for which staff get 404 also while they view the account. */
import { FAMILY_PLAN } from '@vitrine/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MatrixObjects } from './modules/access/index.ts';
import { type AccessMatrix, createAccessMatrix, createCaseObjects, VIEWING } from './testing/access-matrix.ts';
import { caseNames, getCase, getRow, STAFF_ACTORS, usesFamilyId } from './testing/access-matrix-rows.ts';
import { aPerson, aPlan, type TestPerson } from './testing/builders.ts';

let matrix: AccessMatrix;
beforeAll(async () => {
  matrix = await createAccessMatrix();
});
afterAll(() => matrix.close());

describe('every route and every console role', () => {
  it.each(caseNames.filter((name) => !usesFamilyId(getCase(name))))('%s', { timeout: 60_000 }, async (name) => {
    const entry = getCase(name);
    const objects = createCaseObjects(() => matrix.getObjects(name, entry, matrix.owner()));
    await matrix.expectRow(name, { entry, actors: STAFF_ACTORS, expectedRow: getRow(name, entry, matrix.test.routes()), objects });
  });
});

describe('objects of a super-admin', () => {
  /** Staff who get 404. The viewing ones have a row of a view, which no route creates for a super-admin's account. */
  const REFUSED_ACTORS = ['admin', 'superAdmin', 'support', 'partnerAdmin', ...VIEWING] as const;
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
    for (const actor of REFUSED_ACTORS) {
      if (entry.kind === 'consoleAndOwnWrite' && actor === 'superAdmin') continue;
      expect(await matrix.sendRequest(name, entry, actor, objects), actor).toBe(404);
    }
  });
});
