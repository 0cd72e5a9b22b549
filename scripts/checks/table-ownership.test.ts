import { describe, expect, it } from 'vitest';
import { findOwnershipViolations, type TableDeclaration } from './table-ownership.ts';

const modules: TableDeclaration[] = [
  { name: 'accounts', tables: { owned: ['users'], read: [] } },
  { name: 'albums', tables: { owned: ['albums'], read: ['users'] } },
  { name: 'media', tables: { owned: ['media'], read: ['albums'] } },
];
const inAlbums = (text: string) => findOwnershipViolations([{ path: 'apps/server/src/modules/albums/a.store.ts', text }], modules);

describe('findOwnershipViolations', () => {
  it.each([
    ["tx.insertInto('media')"],
    ["tx.updateTable('users').set({})"],
    ["tx.deleteFrom('users')"],
    ['sql`delete from media where id = 1`'],
    ['sql`update media set name = 1`'],
    ['sql`insert into users (id) values (1)`'],
    ["tx.deleteFrom('attempt_counts')"],
    ["tx.insertInto('a_table_without_owner')"],
  ])('reports %s in another module', (text) => {
    expect(inAlbums(text).join()).toContain('writes the table');
  });

  it.each([
    ["db.selectFrom('media')"],
    ["db.selectFrom('albums').innerJoin('media', 'a', 'b')"],
    ['sql`select 1 from albums join media on true`'],
  ])('reports %s in a module that does not declare it', (text) => {
    expect(inAlbums(text)).toEqual([
      'apps/server/src/modules/albums/a.store.ts: reads the table media of media, which it does not declare',
    ]);
  });

  it('reports a declaration that reads from the right, owns a table of another module, or reads a table without an owner', () => {
    const [accounts, albums, media] = modules;
    if (!accounts || !albums || !media) throw new Error('no modules');
    const declared = (name: string, owned: string[], read: string[]) => ({ name, tables: { owned, read } });
    expect(findOwnershipViolations([], [accounts, declared('albums', ['albums'], ['media']), media])).toEqual([
      'albums: reads the table media of media, which is not to its left',
    ]);
    expect(findOwnershipViolations([], [accounts, albums, media, declared('other', ['media'], [])]).join()).toContain('owned twice');
    expect(findOwnershipViolations([], [declared('albums', ['albums'], ['gone'])]).join()).toContain('no module owns');
  });

  it('reports platform code that writes a table of a module', () => {
    const file = { path: 'apps/server/src/platform/a.ts', text: "tx.deleteFrom('users')" };
    expect(findOwnershipViolations([file], modules)).toHaveLength(1);
  });

  it('accepts a module that writes its own tables and reads what it declares', () => {
    expect(inAlbums("tx.insertInto('albums'); tx.selectFrom('users'); sql`delete from albums where id = 1` // from media")).toEqual([]);
  });
});
