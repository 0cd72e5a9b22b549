/**
 * Every route of the API against every kind of actor, with objects of one account. The modules declare the cases (x.access-cases.ts). A route without a case
 * fails, so that access to a new route is decided explicitly.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listMatrixRoutes } from './testing/access-cases.ts';
import { type AccessMatrix, createAccessMatrix } from './testing/access-matrix.ts';
import { caseNames, cases, getCase, getRow, usesFamilyId } from './testing/access-matrix-rows.ts';
import { expectTokenOutcomes } from './testing/token-outcomes.ts';

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
    const check = {
      entry,
      expectedRow: getRow(name, entry, matrix.test.routes()),
      createObjects: () => matrix.getObjects(name, entry, matrix.owner()),
    };
    await expectTokenOutcomes(matrix, name, check);
    await matrix.expectRow(name, check);
  });
});
