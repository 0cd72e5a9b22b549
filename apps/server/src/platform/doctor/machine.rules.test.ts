import { describe, expect, it } from 'vitest';
import {
  checkClock,
  checkDisk,
  checkFtp,
  checkNodeVersion,
  checkOpenFilesLimit,
  checkPermissions,
  checkPort,
  checkProxy,
  type Disk,
} from './machine.rules.ts';

const disk: Disk = { name: 'the data', folder: '/data', freeBytes: 60e9, totalBytes: 100e9, freeFiles: 1e6, totalFiles: 2e6 };
const here = { publicUrl: 'http://localhost:3000', host: '127.0.0.1', trustProxy: false as const };
const open = { publicUrl: 'https://wall.example.com', host: '127.0.0.1', trustProxy: '127.0.0.1' };

describe('doctor', () => {
  it('reports a fault for a Node without Zstandard, and warns about an unsupported release line', () => {
    expect(checkNodeVersion('24.21.0', true).level).toBe('ok');
    expect(checkNodeVersion('25.1.0', true).level).toBe('warning');
    expect(checkNodeVersion('22.3.0', false)).toMatchObject({ level: 'fault', action: expect.stringContaining('npm ci') });
  });

  it('warns below 10 % of free space, and reports a fault when uploads are refused or no file can be created', () => {
    expect(checkDisk(disk)).toMatchObject({ level: 'ok', message: '60.0 GB of 100.0 GB free in /data' });
    expect(checkDisk({ ...disk, freeBytes: 9e9 }).level).toBe('warning');
    expect(checkDisk({ ...disk, freeBytes: 2e8 })).toMatchObject({
      level: 'fault',
      message: expect.stringContaining('uploads are refused'),
    });
    expect(checkDisk({ ...disk, freeFiles: 5 }).level).toBe('fault');
    expect(checkDisk({ ...disk, freeFiles: 0, totalFiles: 0 }).level).toBe('ok');
  });

  it('warns when other users can enter the data folder, and reports a fault when it is not writable', () => {
    const rights = { mode: 0o40700, isOwn: true, isWritable: true };
    expect(checkPermissions('/data', rights).level).toBe('ok');
    expect(checkPermissions('/data', undefined).level).toBe('ok');
    expect(checkPermissions('/data', { ...rights, mode: 0o40750 })).toMatchObject({
      level: 'warning',
      action: expect.stringContaining('chmod 700 /data'),
    });
    expect(checkPermissions('/data', { ...rights, isOwn: false }).level).toBe('warning');
    expect(checkPermissions('/data', { ...rights, isWritable: false }).level).toBe('fault');
  });

  it('distinguishes the product’s own port from one in use by another program, and names the variable', () => {
    const at = { host: '127.0.0.1', port: 3000, variable: 'PORT' };
    expect(checkPort('web server', at, 'ours').level).toBe('ok');
    expect(checkPort('web server', at, 'free').level).toBe('ok');
    expect(checkPort('web server', at, 'taken')).toMatchObject({ level: 'fault', action: expect.stringContaining('PORT') });
    expect(checkPort('web server', at, 'forbidden').level).toBe('fault');
    expect(checkPort('web server', at, 'no such address').action).toContain('HOST');
  });

  it('reports an untrusted proxy, and warns of access around it and of unencrypted access', () => {
    expect(checkProxy(here).level).toBe('ok');
    expect(checkProxy(open).level).toBe('ok');
    expect(checkProxy({ ...here, host: '0.0.0.0' })).toMatchObject({ level: 'warning', action: expect.stringContaining('PUBLIC_URL') });
    expect(checkProxy({ ...open, trustProxy: false })).toMatchObject({ level: 'fault', action: expect.stringContaining('TRUST_PROXY') });
    expect(checkProxy({ ...open, host: '0.0.0.0' }).level).toBe('warning');
    expect(checkProxy({ ...open, publicUrl: 'http://wall.example.com' }).level).toBe('warning');
  });

  it('warns about FTP without TLS on a public installation', () => {
    expect(checkFtp(false, 'https://wall.example.com').level).toBe('ok');
    expect(checkFtp(true, 'http://localhost:3000').level).toBe('ok');
    expect(checkFtp(true, 'https://wall.example.com')).toMatchObject({
      level: 'warning',
      action: expect.stringContaining('FTP_ALLOW_PLAIN'),
    });
  });

  it('warns about a clock that is off by seconds, and reports a fault for minutes, with the direction', () => {
    expect(checkClock('the database', 1200).level).toBe('ok');
    expect(checkClock('the database', -5000)).toMatchObject({ level: 'warning', message: 'This machine is 5.0 s behind the database' });
    expect(checkClock('the object store', 300_000)).toMatchObject({ level: 'fault', message: expect.stringContaining('300 s ahead of') });
  });

  it('warns about a low limit of open files, and reports nothing when the limit is unknown', () => {
    expect(checkOpenFilesLimit(1024)?.level).toBe('warning');
    expect(checkOpenFilesLimit(65_536)?.level).toBe('ok');
    expect(checkOpenFilesLimit(undefined)).toBeUndefined();
  });
});
