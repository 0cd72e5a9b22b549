import { describe, expect, it } from 'vitest';
import { checkConnections, checkMigrations, checkPooler, checkSettings, checkVersion, type DatabaseStatus } from './database.rules.ts';

const facts: DatabaseStatus = {
  versionNumber: 180_004,
  encoding: 'UTF8',
  maxConnections: 80,
  usedConnections: 14,
  settings: { fsync: 'on', full_page_writes: 'on', synchronous_commit: 'on' },
  applied: ['0001_a', '0002_b'],
  known: ['0001_a', '0002_b'],
  isRestoring: false,
};

describe('doctor findings about the database', () => {
  it('refuse a PostgreSQL that is too old', () => {
    expect(checkVersion(facts)).toMatchObject({ level: 'ok', message: 'PostgreSQL 18.4 is running' });
    expect(checkVersion({ ...facts, versionNumber: 140_012 }).level).toBe('fault');
  });

  it('warn when connections run out, and report a fault when one process alone needs more', () => {
    expect(checkConnections(facts).level).toBe('ok');
    expect(checkConnections({ ...facts, usedConnections: 75 })).toMatchObject({
      level: 'warning',
      action: expect.stringContaining('PgBouncer'),
    });
    expect(checkConnections({ ...facts, maxConnections: 10 }).level).toBe('fault');
  });

  it('distinguish pending and unknown migrations, and report an unfinished restore', () => {
    expect(checkMigrations(facts).level).toBe('ok');
    expect(checkMigrations({ ...facts, applied: [] }).level).toBe('ok');
    expect(checkMigrations({ ...facts, applied: ['0001_a'] })).toMatchObject({ level: 'warning', message: '1 migration hasn’t run yet' });
    expect(checkMigrations({ ...facts, applied: [...facts.applied, '0003_c'] })).toMatchObject({
      level: 'fault',
      message: expect.stringContaining('0003_c'),
    });
    expect(checkMigrations({ ...facts, isRestoring: true })).toMatchObject({ level: 'fault', action: expect.stringContaining('restore') });
  });

  it('report a fault when a power cut could lose acknowledged data, and for another encoding', () => {
    expect(checkSettings(facts)).toMatchObject([{ level: 'ok' }]);
    expect(checkSettings({ ...facts, settings: { ...facts.settings, fsync: 'off', synchronous_commit: 'off' } })).toMatchObject([
      { level: 'fault', message: expect.stringContaining('fsync and synchronous_commit') },
    ]);
    expect(checkSettings({ ...facts, encoding: 'SQL_ASCII' })).toMatchObject([{ level: 'fault', check: 'Encoding' }]);
  });

  it('require the settings of the role behind a pooler, and prepared statements of the pooler', () => {
    const pooler = {
      settings: { jit: 'off', statement_timeout: '30000' },
      keepsStatements: true,
      isSameDatabase: true,
      isPooled: true,
      isDirectPooled: false,
      isInSessionMode: false,
    };
    expect(checkPooler(pooler)).toMatchObject([{ level: 'ok' }]);
    expect(checkPooler({ ...pooler, settings: { jit: 'on', statement_timeout: '0' } })).toMatchObject([
      { level: 'warning' },
      { level: 'warning' },
    ]);
    expect(checkPooler({ ...pooler, keepsStatements: false })).toMatchObject([{ level: 'fault', action: expect.stringContaining('1.21') }]);
    expect(checkPooler({ ...pooler, isSameDatabase: false })).toMatchObject([{ level: 'fault' }]);
    expect(checkPooler({ ...pooler, isDirectPooled: true })).toMatchObject([{ level: 'fault' }]);
    expect(checkPooler({ ...pooler, isInSessionMode: true })).toMatchObject([{ level: 'warning' }]);
    // Every client has its own connection without a pooler.
    expect(checkPooler({ ...pooler, isPooled: false, isInSessionMode: true })).toMatchObject([{ level: 'ok' }]);
  });
});
