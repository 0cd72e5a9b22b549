import type { Installation } from '../platform/doctor/run-checks.ts';

/** Returns an installation on one machine for the doctor. Nothing listens at its public address. */
export const createDoctorInstallation = (settings: Pick<Installation, 'dataDir'> & Partial<Installation>): Installation => ({
  port: 0,
  host: '127.0.0.1',
  ftpPort: 0,
  ftpAllowPlain: false,
  publicUrl: 'http://127.0.0.1:9',
  trustProxy: false,
  serverKey: undefined,
  screenUrl: undefined,
  databaseUrl: undefined,
  databaseDirectUrl: undefined,
  smtpUrl: undefined,
  redisUrl: undefined,
  ffmpegPath: undefined,
  sofficePath: undefined,
  searchPath: '',
  roles: new Set(['api', 'ftp']),
  s3: null,
  oidc: null,
  ...settings,
});
