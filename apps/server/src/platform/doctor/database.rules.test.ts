import { describe, expect, it } from 'vitest';
import { type DatabaseFacts, judgeConnections, judgeMigrations, judgePooler, judgeSettings, judgeVersion } from './database.rules.ts';

const facts: DatabaseFacts = {
  versionNumber: 180_004,
  encoding: 'UTF8',
  maxConnections: 80,
  usedConnections: 14,
  settings: { fsync: 'on', full_page_writes: 'on', synchronous_commit: 'on' },
  applied: ['0001_a', '0002_b'],
  known: ['0001_a', '0002_b'],
  isRestoring: false,
};

describe('doctor, of the database', () => {
  it('refuses a PostgreSQL that is too old', () => {
    expect(judgeVersion(facts)).toMatchObject({ level: 'ok', says: 'PostgreSQL 18.4 is running' });
    expect(judgeVersion({ ...facts, versionNumber: 140_012 }).level).toBe('fault');
  });

  it('warns when connections run out, and has a fault where one process alone needs more', () => {
    expect(judgeConnections(facts).level).toBe('ok');
    expect(judgeConnections({ ...facts, usedConnections: 75 })).toMatchObject({
      level: 'warning',
      todo: expect.stringContaining('PgBouncer'),
    });
    expect(judgeConnections({ ...facts, maxConnections: 10 }).level).toBe('fault');
  });

  it('tells migrations that wait from those it does not know, and a restore that did not end', () => {
    expect(judgeMigrations(facts).level).toBe('ok');
    expect(judgeMigrations({ ...facts, applied: [] }).level).toBe('ok');
    expect(judgeMigrations({ ...facts, applied: ['0001_a'] })).toMatchObject({ level: 'warning', says: '1 migration hasn’t run yet' });
    expect(judgeMigrations({ ...facts, applied: [...facts.applied, '0003_c'] })).toMatchObject({
      level: 'fault',
      says: expect.stringContaining('0003_c'),
    });
    expect(judgeMigrations({ ...facts, isRestoring: true })).toMatchObject({ level: 'fault', todo: expect.stringContaining('restore') });
  });

  it('has a fault where a power cut would lose what was acknowledged, and for another encoding', () => {
    expect(judgeSettings(facts)).toMatchObject([{ level: 'ok' }]);
    expect(judgeSettings({ ...facts, settings: { ...facts.settings, fsync: 'off', synchronous_commit: 'off' } })).toMatchObject([
      { level: 'fault', says: expect.stringContaining('fsync and synchronous_commit') },
    ]);
    expect(judgeSettings({ ...facts, encoding: 'SQL_ASCII' })).toMatchObject([{ level: 'fault', check: 'Encoding' }]);
  });

  it('wants the role behind a pooler to have the settings, and the pooler to keep statements', () => {
    const pooler = { settings: { jit: 'off', statement_timeout: '30000' }, keepsStatements: true, isSameDatabase: true };
    expect(judgePooler(pooler)).toMatchObject([{ level: 'ok' }]);
    expect(judgePooler({ ...pooler, settings: { jit: 'on', statement_timeout: '0' } })).toMatchObject([
      { level: 'warning' },
      { level: 'warning' },
    ]);
    expect(judgePooler({ ...pooler, keepsStatements: false })).toMatchObject([{ level: 'fault', todo: expect.stringContaining('1.21') }]);
    expect(judgePooler({ ...pooler, isSameDatabase: false })).toMatchObject([{ level: 'fault' }]);
  });
});
