import { describe, expect, it } from 'vitest';
import { checkEncoders, checkLifecycleRules, checkMailServer, checkOfficeFiles, type LifecycleRule } from './services.rules.ts';

const tools = { ffmpeg: undefined, rejected: [], hasBuiltIn: true, failedFormats: [] };
const expiring: LifecycleRule = { isEnabled: true, prefix: 'vitrine/renditions/', expiresDays: 30, abandonsDays: undefined };
const ending: LifecycleRule = { isEnabled: true, prefix: '', expiresDays: undefined, abandonsDays: 7 };
const levels = (found: { level: string }[]) => found.map(({ level }) => level);

describe('doctor findings about programs and services', () => {
  it('report a fault without any encoder and a warning for an installed FFmpeg that cannot be used', () => {
    expect(levels(checkEncoders(tools))).toEqual(['ok', 'ok']);
    expect(levels(checkEncoders({ ...tools, ffmpeg: '/usr/bin/ffmpeg', hasBuiltIn: false }))).toEqual(['ok', 'ok']);
    expect(checkEncoders({ ...tools, rejected: [{ ffmpeg: '/opt/ffmpeg', reason: 'it lacks the filter zscale' }] })).toMatchObject([
      { level: 'ok' },
      { level: 'warning', message: '/opt/ffmpeg can’t be used: it lacks the filter zscale. The built-in FFmpeg is used' },
    ]);
    expect(levels(checkEncoders({ ...tools, hasBuiltIn: false, failedFormats: ['avif'] }))).toEqual(['fault', 'fault']);
  });

  it('report whether office files are accepted, with a warning for a configured program that cannot be used', () => {
    const missing = { soffice: undefined, description: 'LibreOffice is not installed' };
    expect(checkOfficeFiles({ soffice: '/usr/bin/soffice', description: 'LibreOffice 7.4' }, false)).toMatchObject({
      level: 'ok',
      message: 'Accepted and converted by LibreOffice 7.4 (/usr/bin/soffice)',
    });
    expect(checkOfficeFiles(missing, false)).toMatchObject({ level: 'ok', message: 'Not accepted: LibreOffice is not installed' });
    expect(checkOfficeFiles(missing, true).level).toBe('warning');
    expect(checkOfficeFiles({ soffice: undefined, description: '/opt/soffice does not run: no' }, false).level).toBe('warning');
  });

  it('require expiry of renditions and aborted uploads, and report a rule that would expire uploaded files', () => {
    expect(levels(checkLifecycleRules([expiring, ending], 'vitrine/'))).toEqual(['ok']);
    expect(levels(checkLifecycleRules([], 'vitrine/'))).toEqual(['warning', 'warning']);
    expect(levels(checkLifecycleRules([{ ...expiring, isEnabled: false }, ending], 'vitrine/'))).toEqual(['warning']);
    expect(checkLifecycleRules([{ ...expiring, prefix: '' }, ending], 'vitrine/')).toMatchObject([
      { level: 'fault', message: expect.stringContaining('uploaded files') },
    ]);
    expect(levels(checkLifecycleRules([expiring, { ...expiring, prefix: 'other/' }, ending], 'vitrine/'))).toEqual(['ok']);
    expect(levels(checkLifecycleRules(undefined, ''))).toEqual(['warning']);
  });

  it('report a fault when email is required but cannot be sent, with the server’s message', () => {
    expect(checkMailServer(undefined, undefined, 'http://localhost:3000').level).toBe('ok');
    expect(checkMailServer(undefined, undefined, 'https://wall.example.com').level).toBe('fault');
    expect(checkMailServer('smtps://u:p@mail.example.com', undefined, 'https://wall.example.com').message).toBe(
      'mail.example.com accepts email',
    );
    const refused = checkMailServer('smtps://u:p@mail.example.com', 'Invalid login', 'https://wall.example.com');
    expect(refused).toMatchObject({ level: 'fault', message: expect.stringContaining('Invalid login') });
    expect(JSON.stringify(refused)).not.toContain('u:p');
  });
});
