import path from 'node:path';
import type { Logger } from 'pino';
import { findSoffice } from '../media-tools/find-soffice.ts';
import type { OidcSettings } from '../oidc/oidc-settings.ts';
import type { S3Settings } from '../storage/s3-settings.ts';
import { checkClientAddress } from './client-address.rules.ts';
import { checkCompanySignIn } from './company-sign-in.rules.ts';
import {
  checkConnections,
  checkMigrations,
  checkPooler,
  checkSettings,
  checkVersion,
  createMissingDirectUrlError,
} from './database.rules.ts';
import { createError, createOk, type Finding } from './finding.ts';
import { inspectClientAddress } from './inspect-client-address.ts';
import { inspectProvider } from './inspect-company-sign-in.ts';
import { inspectDatabase } from './inspect-database.ts';
import { hasZstd, inspectDisk, inspectPermissions, inspectPort, readOpenFilesLimit } from './inspect-machine.ts';
import { inspectPooler, leadsToPooler } from './inspect-pooler.ts';
import { inspectServerKey, readSecretFacts } from './inspect-secrets.ts';
import { inspectEncoders, testMailServer } from './inspect-services.ts';
import {
  checkClock,
  checkDisk,
  checkFtp,
  checkNodeVersion,
  checkOpenFilesLimit,
  checkPermissions,
  checkPort,
  checkProxy,
  type NetworkSettings,
} from './machine.rules.ts';
import { checkRelay } from './relay.rules.ts';
import { checkServerKey, checkUploadedVersions } from './secrets.rules.ts';
import { checkEncoders, checkLifecycleRules, checkMailServer, checkOfficeFiles } from './services.rules.ts';

export interface Installation extends NetworkSettings {
  port: number;
  ftpPort: number;
  ftpAllowPlain: boolean;
  dataDir: string;
  serverKey: Buffer | undefined;
  formerServerKeys?: readonly Buffer[];
  screenUrl: string | undefined;
  databaseUrl: string | undefined;
  databaseDirectUrl: string | undefined;
  smtpUrl: string | undefined;
  redisUrl: string | undefined;
  ffmpegPath: string | undefined;
  sofficePath: string | undefined;
  searchPath: string;
  roles: ReadonlySet<string>;
  s3: S3Settings | null;
  oidc: OidcSettings | null;
}

/** Returns the address of the database; undefined when it does not exist yet. Throws when it cannot be opened. */
export type FindDatabase = () => Promise<string | undefined>;

/** Runs a check and reports an error that it throws as a finding. Messages of findings end without a period. */
async function runCheck(check: string, todo: string, work: () => Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await work();
  } catch (error) {
    const message = error instanceof Error ? error.message || error.name : String(error);
    return [createError(check, message.replace(/\.$/, ''), todo)];
  }
}

const listPorts = ({ host, port, ftpPort, roles }: Installation) => [
  { kind: 'http' as const, name: 'web server', at: { host, port, variable: 'PORT' } },
  ...(roles.has('ftp') ? [{ kind: 'ftp' as const, name: 'FTP', at: { host, port: ftpPort, variable: 'FTP_PORT' } }] : []),
];

async function checkMachine(installation: Installation): Promise<Finding[]> {
  const { dataDir } = installation;
  const found = [
    checkNodeVersion(process.versions.node, hasZstd()),
    checkPermissions(dataDir, await inspectPermissions(dataDir)),
    checkDisk(await inspectDisk('the data', dataDir)),
  ];
  const openFiles = checkOpenFilesLimit(await readOpenFilesLimit());
  if (openFiles) found.push(openFiles);
  for (const { kind, name, at } of listPorts(installation)) found.push(checkPort(name, at, await inspectPort(kind, at.host, at.port)));
  const ftp = installation.roles.has('ftp') ? [checkFtp(installation.ftpAllowPlain, installation.publicUrl)] : [];
  return [...found, ...ftp, checkProxy(installation)];
}

async function checkSecrets(installation: Installation, url: string): Promise<Finding[]> {
  const { uploaded, ...database } = await readSecretFacts(url);
  return [checkServerKey(await inspectServerKey(installation, database)), checkUploadedVersions(uploaded, installation.screenUrl)];
}

async function checkDatabase(installation: Installation, findDatabase: FindDatabase): Promise<Finding[]> {
  const url = await findDatabase();
  if (url === undefined) return [createOk('Database', 'The embedded PostgreSQL will be set up at the first start')];
  const facts = await inspectDatabase(url);
  // Tables of another version may have other columns.
  const isCurrent = !facts.isRestoring && facts.applied.length > 0 && facts.known.every((name) => facts.applied.includes(name));
  return [
    checkVersion(facts),
    checkConnections(facts),
    checkMigrations(facts),
    ...checkSettings(facts),
    checkClock('the database', facts.clockOffsetMs),
    ...(isCurrent ? await runCheck('Server key', 'Restore server.key from a backup.', () => checkSecrets(installation, url)) : []),
  ];
}

async function checkPoolerConnection({ databaseUrl, databaseDirectUrl }: Installation): Promise<Finding[]> {
  if (databaseUrl === undefined) return [];
  if (databaseDirectUrl === undefined) return (await leadsToPooler(databaseUrl)) ? [createMissingDirectUrlError()] : [];
  return checkPooler(await inspectPooler(databaseUrl, databaseDirectUrl));
}

async function checkRedis({ redisUrl }: Installation, findDatabase: FindDatabase): Promise<Finding[]> {
  const url = await findDatabase().catch(() => undefined);
  const { inspectRelay } = await import('./inspect-relay.ts');
  return checkRelay(await inspectRelay(redisUrl, url));
}

async function checkBucket(s3: S3Settings, findDatabase: FindDatabase): Promise<Finding[]> {
  const { readClockOffset, readLifecycleRules, testBucketAccess, isForeignBucket } = await import('./inspect-bucket.ts');
  const databaseUrl = await findDatabase().catch(() => undefined);
  if (await isForeignBucket(s3, databaseUrl))
    return [createError('Object store', `The bucket ${s3.bucket} belongs to another Vitrine installation`, 'Set S3_BUCKET or S3_PREFIX.')];
  await testBucketAccess(s3);
  const clock = await runCheck('Clock (compared with the object store)', 'Check that S3_ENDPOINT responds.', async () => [
    checkClock('the object store', await readClockOffset(s3)),
  ]);
  return [
    createOk('Object store', `Writing, reading and deleting work in ${s3.bucket}`),
    ...clock,
    ...checkLifecycleRules(await readLifecycleRules(s3), s3.prefix),
  ];
}

/** Looks at all that the installation needs, also while the product runs. Nothing that it finds ends it. */
export async function runDoctorChecks(installation: Installation, openDatabase: FindDatabase, log: Logger): Promise<Finding[]> {
  const { smtpUrl, publicUrl, s3, oidc, dataDir } = installation;
  let opened: ReturnType<FindDatabase> | undefined;
  const findDatabase: FindDatabase = () => (opened ??= openDatabase());
  return [
    ...(await runCheck('Machine', `Check ${path.resolve(dataDir)}.`, () => checkMachine(installation))),
    ...(await runCheck('Database', 'Check DATABASE_URL, and that the database is running and accepts connections from this machine.', () =>
      checkDatabase(installation, findDatabase),
    )),
    ...(await runCheck('Pooler', 'Check DATABASE_URL, and that the pooler is running and accepts connections from this machine.', () =>
      checkPoolerConnection(installation),
    )),
    ...(await runCheck('Encoders', 'Run “npm ci” again.', async () => checkEncoders(await inspectEncoders(installation, log)))),
    checkOfficeFiles(await findSoffice(installation.sofficePath, installation.searchPath), installation.sofficePath !== undefined),
    ...(s3
      ? await runCheck('Object store', 'Check the S3_* settings: endpoint, bucket, keys and permissions.', () =>
          checkBucket(s3, findDatabase),
        )
      : []),
    ...(await runCheck('Redis', 'Check REDIS_URL, and that Redis is running and accepts connections from this machine.', () =>
      checkRedis(installation, findDatabase),
    )),
    ...checkClientAddress(await inspectClientAddress(publicUrl), publicUrl),
    checkMailServer(smtpUrl, smtpUrl && (await testMailServer(smtpUrl)), publicUrl),
    ...(oidc ? [checkCompanySignIn(oidc, await inspectProvider(oidc), publicUrl)] : []),
  ];
}
