import { describe, expect, it } from 'vitest';
import { findRiskyMigrations, readLastReleasedMigration, readMigrationFiles } from './migrations.ts';

const RELEASED = '0056_nudge_outbox';
const find = (text: string, name = '0060_thing') => findRiskyMigrations([{ name, text }], RELEASED);

describe('rejects a migration that', () => {
  it.each([
    ['drops a column', 'alter table users add x text, drop column name;'],
    ['drops a column without the keyword column', 'ALTER TABLE users DROP name;'],
    ['drops a table', 'drop table if exists users;'],
    ['drops a function', 'drop function thing(text);'],
    ['renames a column', 'alter table users rename column name to title;'],
    ['renames a table', 'alter table users rename to people;'],
    ['renames an index', 'alter index users_admins rename to admins;'],
    ['adds a required column without a default', "alter table users\n  add column x text not null check (x <> 'default');"],
    ['changes a type', 'alter table users alter column name type varchar(20);'],
    ['makes a column required', 'alter table users alter name set not null;'],
    ['makes a column nullable', 'alter table users alter column name drop not null;'],
    ['drops a default', 'alter table users alter column role drop default;'],
    ['adds a constraint', "alter table users add constraint x check (name <> '');"],
    ['adds a unique index', 'create unique index x on users (name);'],
  ])('%s', (_name, text) => {
    expect(find(text)).toHaveLength(1);
  });
});

describe('accepts a migration that', () => {
  it.each([
    [
      'adds columns that are nullable or have a default',
      'alter table users add x text, add column y integer not null default 0 check (y in (1, 2));',
    ],
    ['adds a generated column', 'alter table users add z text not null generated always as (lower(name)) stored;'],
    ['drops an index, a trigger and a constraint', 'drop index x; drop trigger y on users; alter table users drop constraint z;'],
    [
      'changes a table that it creates',
      'create table a (b text); alter table a add unique (b); create unique index c on a (b); alter table a alter b set not null;',
    ],
    [
      'contains drop in a comment, a string and a function',
      "-- drop table users;\n/* drop table users; */ insert into a values ('; drop table users;');\ncreate function f() returns void language sql as $$ drop table users; $$;",
    ],
    [
      'adds a constraint with a comment that justifies it',
      '-- the version before goes on: it writes each name once.\ncreate unique index x on users (name);',
    ],
  ])('%s', (_name, text) => {
    expect(find(text)).toEqual([]);
  });

  it('removes a column in a contract file when a released migration added its replacement', () => {
    const step = (expanded: string) =>
      `-- expanded in ${expanded}: title is written and read since then.\nalter table users drop column name;`;
    expect(find(step('0050'), '0060_names_contract')).toEqual([]);
    expect(find(step('0057'), '0060_names_contract')).toHaveLength(1);
    expect(find(step('0050'), '0060_names')).toHaveLength(1);
    expect(find('alter table users drop column name;', '0060_names_contract')).toHaveLength(1);
  });
});

it('rejects a dropped column even with a justification', () => {
  expect(find('-- the version before goes on: surely.\nalter table users drop column name;')).toHaveLength(1);
});

it('ignores released migrations', () => {
  expect(find('drop table users;', '0056_nudge_outbox')).toEqual([]);
});

it('finds the last released migration in releases.txt', () => {
  expect(readMigrationFiles().map(({ name }) => name)).toContain(readLastReleasedMigration());
});
