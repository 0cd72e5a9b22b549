import { describe, expect, it } from 'vitest';
import { findOwnershipViolations } from './table-ownership.ts';

const inAlbums = (text: string) => findOwnershipViolations([{ path: 'apps/server/src/modules/albums/a.store.ts', text }]);

describe('the table ownership check', () => {
  it.each([
    ["tx.insertInto('media')"],
    ["tx.updateTable('devices').set({})"],
    ["tx.deleteFrom('users')"],
    ['sql`delete from media where id = 1`'],
    ['sql`update media set name = 1`'],
    ['sql`insert into users (id) values (1)`'],
    ["tx.insertInto('a_table_nobody_owns')"],
  ])('refuses %s in another module', (text) => {
    expect(inAlbums(text)).toHaveLength(1);
  });

  it('accepts a module that writes its own tables and reads others', () => {
    expect(inAlbums("tx.insertInto('albums'); tx.selectFrom('media'); sql`delete from albums where id = 1`")).toEqual([]);
  });
});
