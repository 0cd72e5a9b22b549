import { describe, expect, it } from 'vitest';
import { parseBackupLocation, parseBackupRecipients } from './backup-settings.ts';

const own = { S3_ENDPOINT: 'https://files.example.com', S3_ACCESS_KEY_ID: 'files', S3_SECRET_ACCESS_KEY: 'secret' };

describe('the destination of backups', () => {
  it('is a folder, or a bucket of the object store that has the files', () => {
    expect(parseBackupLocation('/var/backups/vitrine', {})).toEqual({ folder: '/var/backups/vitrine' });
    expect(parseBackupLocation('s3://walls/nightly/', own)).toMatchObject({
      s3: { bucket: 'walls', prefix: 'nightly/', endpoint: 'https://files.example.com', keys: { id: 'files', secret: 'secret' } },
    });
  });

  it('is another object store if one is configured, and never uses the credentials of the files for it', () => {
    const other = { ...own, BACKUP_S3_ENDPOINT: 'https://elsewhere.example.com' };
    expect(parseBackupLocation('s3://walls/', other)).toMatchObject({ s3: { endpoint: 'https://elsewhere.example.com', keys: undefined } });
    expect(() => parseBackupLocation('s3://walls/', { ...other, BACKUP_S3_ACCESS_KEY_ID: 'x' })).toThrow(/both/);
  });

  it('is refused with an example when it is not an address', () => {
    for (const wrong of ['s3://walls', 's3://', 's3://UPPER/', 's3://walls/../up/'])
      expect(() => parseBackupLocation(wrong, own)).toThrow(/s3:\/\/bucket\/prefix\//);
  });
});

describe('the public keys of backups', () => {
  it('are separated by commas, spaces or lines', () => {
    expect(parseBackupRecipients({})).toEqual([]);
    expect(parseBackupRecipients({ BACKUP_RECIPIENTS: '' })).toEqual([]);
    expect(parseBackupRecipients({ BACKUP_RECIPIENTS: 'age1abc, age1pq1def\nage1ghi' })).toEqual(['age1abc', 'age1pq1def', 'age1ghi']);
  });

  it('are refused when they are something else, and a secret key is not printed', () => {
    expect(() => parseBackupRecipients({ BACKUP_RECIPIENTS: 'age1abc,ana@example.com' })).toThrow('“ana@example.com” isn’t a public key');
    const secret = 'AGE-SECRET-KEY-1QQQ';
    const refused = () => parseBackupRecipients({ BACKUP_RECIPIENTS: `age1abc,${secret}` });
    expect(refused).toThrow('contains a secret key');
    expect(refused).not.toThrow(secret);
  });
});
