/**
 * Every route of the API against every kind of actor, with objects of one account. The modules declare the cases (x.access-cases.ts). A route without a case
 * fails, so that access to a new route is decided explicitly.
 */
import { FAMILY_PLAN } from '@vitrine/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listMatrixRoutes } from './testing/access-cases.ts';
import { type AccessMatrix, createAccessMatrix, VIEWING } from './testing/access-matrix.ts';
import { caseNames, cases, getCase, getRow, usesFamilyId } from './testing/access-matrix-rows.ts';
import { aPerson, aPlan, type TestPerson } from './testing/builders.ts';
import { aSubscription } from './testing/payers.ts';

let matrix: AccessMatrix;
beforeAll(async () => {
  matrix = await createAccessMatrix();
});
afterAll(() => matrix.close());

describe('every route and every actor', () => {
  it('lists exactly the routes of the API', () => {
    expect(listMatrixRoutes(matrix.test.routes()).toSorted()).toEqual(Object.keys(cases).toSorted());
  });

  it.each(caseNames.filter((name) => !usesFamilyId(getCase(name))))('%s', { timeout: 60_000 }, async (name) => {
    const entry = getCase(name);
    await matrix.expectRow(name, {
      entry,
      expectedRow: getRow(name, entry, matrix.test.routes()),
      createObjects: () => matrix.getObjectFactory(name)(matrix.owner()),
    });
  });
});

describe('objects of a super-admin', () => {
  /** Staff actors. The viewing ones have a row of a view, which no route creates for a super-admin's account. */
  const STAFF_ACTORS = ['admin', 'superAdmin', 'support', 'partnerAdmin', ...VIEWING] as const;
  const personal = caseNames.filter(
    (name) => ['read', 'write', 'consoleAndOwnWrite'].includes(getCase(name).kind) && !usesFamilyId(getCase(name)),
  );
  let root: TestPerson;
  beforeAll(async () => {
    root = await aPerson(matrix.test);
    await aPlan(matrix.test, root, { planName: FAMILY_PLAN, users: 6, devices: 10_000, storageBytes: 35e9 });
    await aSubscription(root);
    await matrix.test.db.updateTable('users').set({ role: 'admin', is_super_admin: true }).where('id', '=', root.user._id).execute();
    await matrix.test.db.deleteFrom('staff_views').execute();
    for (const name of VIEWING) await matrix.ensureView(name, root.user._id);
  });

  it.each(personal)('%s answers 404 to staff', { timeout: 60_000 }, async (name) => {
    const entry = getCase(name);
    const objects = await matrix.getReadOnlyObjects(root);
    for (const actor of STAFF_ACTORS) {
      if (entry.kind === 'consoleAndOwnWrite' && actor === 'superAdmin') continue;
      expect(await matrix.sendRequest(name, entry, actor, objects), actor).toBe(404);
    }
  });
});
