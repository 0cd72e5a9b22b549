/**
 * Every route of the API against every kind of user and every API token, with objects of one account (staff: staff-access-matrix.test.ts). The modules declare the cases (x.access-cases.ts). A route without a case
 * fails, so that access to a new route is decided explicitly.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listMatrixRoutes } from './testing/access-cases.ts';
import { type AccessMatrix, createAccessMatrix, createCaseObjects } from './testing/access-matrix.ts';
import { ACTORS, caseNames, cases, getCase, getRow, STAFF_ACTORS, usesFamilyId } from './testing/access-matrix-rows.ts';
import { expectTokenOutcomes } from './testing/token-outcomes.ts';

let matrix: AccessMatrix;
beforeAll(async () => {
  matrix = await createAccessMatrix();
});
afterAll(() => matrix.close());

const actors = ACTORS.filter((actor) => !STAFF_ACTORS.includes(actor));

describe('every route and every actor without a console role', () => {
  it('lists exactly the routes of the API', () => {
    expect(listMatrixRoutes(matrix.test.routes()).toSorted()).toEqual(Object.keys(cases).toSorted());
  });

  it.each(caseNames.filter((name) => !usesFamilyId(getCase(name))))('%s', { timeout: 60_000 }, async (name) => {
    const entry = getCase(name);
    const check = {
      entry,
      actors,
      expectedRow: getRow(name, entry, matrix.test.routes()),
      objects: createCaseObjects(() => matrix.getObjects(name, entry, matrix.owner())),
    };
    await expectTokenOutcomes(matrix, name, check);
    await matrix.expectRow(name, check);
  });
});
