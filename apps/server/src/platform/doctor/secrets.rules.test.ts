import { describe, expect, it } from 'vitest';
import { checkServerKey, checkUploadedVersions, type ServerKeyFacts } from './secrets.rules.ts';

const facts: ServerKeyFacts = { source: 'file', file: '/data/server.key', checkValue: 'a', databaseCheckValue: 'a', hosts: 1 };

describe('the doctor finding about the server key', () => {
  it('names the key that protects the keys in the database', () => {
    expect(checkServerKey(facts)).toMatchObject({ level: 'ok', message: '/data/server.key protects the keys in the database' });
    expect(checkServerKey({ ...facts, source: 'SERVER_KEY', hosts: 5 })).toMatchObject({
      level: 'ok',
      message: 'SERVER_KEY protects the keys in the database',
    });
  });

  it('expects no key before the first start', () => {
    const before = { ...facts, source: undefined, checkValue: undefined, databaseCheckValue: undefined, hosts: 0 };
    expect(checkServerKey(before)).toMatchObject({ level: 'ok', message: 'The first start creates /data/server.key' });
  });

  it('warns when processes run on several machines without SERVER_KEY', () => {
    expect(checkServerKey({ ...facts, hosts: 2 })).toMatchObject({
      level: 'warning',
      action: expect.stringContaining('SERVER_KEY') as string,
    });
  });

  it('has a fault when the key is missing or belongs to another database', () => {
    const missing = checkServerKey({ ...facts, source: undefined, checkValue: undefined });
    expect(missing).toMatchObject({
      level: 'fault',
      message: expect.stringContaining('neither SERVER_KEY nor /data/server.key') as string,
    });
    for (const source of ['SERVER_KEY', 'file'] as const)
      expect(checkServerKey({ ...facts, source, checkValue: 'b' })).toMatchObject({ level: 'fault' });
  });
});

describe('the doctor finding about uploaded versions', () => {
  it('warns when versions were uploaded and the screen shares the origin of the web app', () => {
    expect(checkUploadedVersions(2, undefined)).toMatchObject({
      level: 'warning',
      action: expect.stringContaining('SCREEN_URL') as string,
    });
    expect(checkUploadedVersions(0, undefined).level).toBe('ok');
    expect(checkUploadedVersions(2, 'https://screen.example.com').level).toBe('ok');
  });
});
