/** Adds a minimal module and verifies that everything that reads module declarations finds it. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBoundaryViolations } from '../../../scripts/checks/boundaries.ts';
import { findOwnershipViolations } from '../../../scripts/checks/table-ownership.ts';
import { startModules } from './modules/start-modules.ts';
import { collectAccessCases, listMatrixRoutes } from './testing/access-cases.ts';
import { anAlbum, aPerson, type TestPerson } from './testing/builders.ts';
import { accessTable, eventsTable } from './testing/generated-tables.ts';
import { plantedEvents, plantedModule } from './testing/planted-module.ts';
import { createTestApp, type TestApp } from './testing/test-app.ts';
import { MODULES } from './wiring.ts';

const modules = [...MODULES, plantedModule];
const order = modules.map(({ name }) => name);
const inside = (text: string) => ({ path: 'apps/server/src/modules/planted/planted.store.ts', text });

let test: TestApp;
let ana: TestPerson;
beforeAll(async () => {
  test = await createTestApp({}, modules);
  await sql`create table planted_notes (album_id uuid primary key, noted text not null)`.execute(test.db);
  ana = await aPerson(test);
});
afterAll(() => test.close());

const listThings = async () =>
  (await sql<{ album_id: string; noted: string }>`select album_id, noted from planted_notes`.execute(test.db)).rows;

describe('a planted module', () => {
  it('serves its route to the accounts that its policy allows', async () => {
    const album = await anAlbum(ana);
    expect((await ana.call('GET', `/planted/${album._id}`)).json()).toEqual({ error: false, result: 'found' });
    const ben = await aPerson(test, { name: 'Ben' });
    expect((await ben.call('GET', `/planted/${album._id}`)).statusCode).toBe(404);
  });

  it('reacts to an event in the transaction, emits another one, and runs its job', async () => {
    const album = await anAlbum(ana, { name: 'Doomed' });
    expect((await ana.call('DELETE', `/albums/${album._id}`)).statusCode).toBe(200);
    expect(await listThings()).toEqual([{ album_id: album._id, noted: 'reaction' }]);
    expect(plantedEvents).toEqual([album._id]);
    await test.runJobs();
    expect(await listThings()).toEqual([{ album_id: album._id, noted: 'job' }]);
  });

  it('is in the access matrix, which reports a route without a case', async () => {
    const routes = listMatrixRoutes(test.routes());
    expect(Object.keys(await collectAccessCases(modules)).toSorted()).toEqual(routes.toSorted());
    expect(Object.keys(await collectAccessCases(MODULES))).not.toContain('GET /api/planted/:albumId');
  });

  it('is in the generated documents', () => {
    expect(accessTable(test.routes())).toContain('| GET | /api/planted/:albumId | session |');
    const events = eventsTable(test.modules.all);
    expect(events).toMatch(/\| albums\.deleting \| albums \| planted, .*bin/);
    expect(events).toContain('| planted.noted | planted | planted |');
  });

  it('is subject to the checks of table ownership and boundaries', () => {
    expect(findOwnershipViolations([inside("tx.insertInto('planted_notes'); db.selectFrom('albums')")], modules)).toEqual([]);
    expect(findOwnershipViolations([inside("tx.insertInto('albums')")], modules)).toHaveLength(1);
    expect(findOwnershipViolations([inside("db.selectFrom('media')")], modules)).toHaveLength(1);
    expect(findBoundaryViolations([inside("import { x } from '../albums/index.ts';")], order)).toEqual([]);
    const leftwards = { path: 'apps/server/src/modules/albums/a.ts', text: "import { x } from '../planted/index.ts';" };
    expect(findBoundaryViolations([leftwards], order)).toHaveLength(1);
  });

  it('cannot be to the left of a module whose event it reacts to', async () => {
    await expect(startModules([plantedModule, ...MODULES], {} as never)).rejects.toThrow("answers to 'albums.deleting'");
  });
});
