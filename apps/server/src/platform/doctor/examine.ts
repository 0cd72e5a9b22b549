import path from 'node:path';
import type { Logger } from 'pino';
import type { S3Settings } from '../storage/s3-settings.ts';
import { judgeConnections, judgeMigrations, judgePooler, judgeSettings, judgeVersion } from './database.rules.ts';
import { type Finding, fault, ok } from './finding.ts';
import { lookAtDatabase } from './look-at-database.ts';
import { hasZstd, lookAtDisk, lookAtOpenFiles, lookAtPort, lookAtRights } from './look-at-machine.ts';
import { lookAtPooler } from './look-at-pooler.ts';
import { lookAtServerKey, readSecretFacts } from './look-at-secrets.ts';
import { lookAtEncoders, tryMail } from './look-at-services.ts';
import {
  type Entry,
  judgeClock,
  judgeDisk,
  judgeFtp,
  judgeNode,
  judgeOpenFiles,
  judgePort,
  judgeProxy,
  judgeRights,
} from './machine.rules.ts';
import { judgeServerKey, judgeUploadedVersions } from './secrets.rules.ts';
import { judgeEncoders, judgeLifecycle, judgeMail } from './services.rules.ts';

export interface Installation extends Entry {
  port: number;
  ftpPort: number;
  ftpAllowPlain: boolean;
  dataDir: string;
  serverKey: Buffer | undefined;
  screenUrl: string | undefined;
  databaseUrl: string | undefined;
  databaseDirectUrl: string | undefined;
  smtpUrl: string | undefined;
  ffmpegPath: string | undefined;
  searchPath: string;
  roles: ReadonlySet<string>;
  s3: S3Settings | null;
}

/** Undefined: there is none yet. Throws where it cannot be opened. */
export type FindDatabase = () => Promise<string | undefined>;

/** What a look throws is a fault of what it looked at. */
async function look(check: string, todo: string, work: () => Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await work();
  } catch (error) {
    return [fault(check, error instanceof Error ? error.message || error.name : String(error), todo)];
  }
}

const portsOf = ({ host, port, ftpPort, roles }: Installation) => [
  { kind: 'http' as const, name: 'web server', at: { host, port, variable: 'PORT' } },
  ...(roles.has('ftp') ? [{ kind: 'ftp' as const, name: 'FTP', at: { host, port: ftpPort, variable: 'FTP_PORT' } }] : []),
];

async function examineMachine(installation: Installation): Promise<Finding[]> {
  const { dataDir } = installation;
  const found = [
    judgeNode(process.versions.node, hasZstd()),
    judgeRights(dataDir, await lookAtRights(dataDir)),
    judgeDisk(await lookAtDisk('the data', dataDir)),
  ];
  const openFiles = judgeOpenFiles(await lookAtOpenFiles());
  if (openFiles) found.push(openFiles);
  for (const { kind, name, at } of portsOf(installation)) found.push(judgePort(name, at, await lookAtPort(kind, at.host, at.port)));
  const ftp = installation.roles.has('ftp') ? [judgeFtp(installation.ftpAllowPlain, installation.publicUrl)] : [];
  return [...found, ...ftp, judgeProxy(installation)];
}

async function examineSecrets(installation: Installation, url: string): Promise<Finding[]> {
  const { uploaded, ...database } = await readSecretFacts(url);
  return [judgeServerKey(await lookAtServerKey(installation, database)), judgeUploadedVersions(uploaded, installation.screenUrl)];
}

async function examineDatabase(installation: Installation, findDatabase: FindDatabase): Promise<Finding[]> {
  const url = await findDatabase();
  if (url === undefined) return [ok('Database', 'The embedded PostgreSQL will be set up at the first start')];
  const facts = await lookAtDatabase(url);
  // Tables of another version may have other columns.
  const isCurrent = !facts.isRestoring && facts.applied.length > 0 && facts.known.every((name) => facts.applied.includes(name));
  return [
    judgeVersion(facts),
    judgeConnections(facts),
    judgeMigrations(facts),
    ...judgeSettings(facts),
    judgeClock('the database', facts.clockOffsetMs),
    ...(isCurrent ? await look('Server key', 'Restore server.key from a backup.', () => examineSecrets(installation, url)) : []),
  ];
}

async function examinePooler({ databaseUrl, databaseDirectUrl }: Installation): Promise<Finding[]> {
  if (databaseUrl === undefined || databaseDirectUrl === undefined) return [];
  return judgePooler(await lookAtPooler(databaseUrl, databaseDirectUrl));
}

async function examineBucket(s3: S3Settings): Promise<Finding[]> {
  const { readClockOffset, readLifecycle, tryBucket } = await import('./look-at-bucket.ts');
  await tryBucket(s3);
  const clock = await look('Clock (compared with the object store)', 'Check that S3_ENDPOINT responds.', async () => [
    judgeClock('the object store', await readClockOffset(s3)),
  ]);
  return [
    ok('Object store', `Writing, reading and deleting work in ${s3.bucket}`),
    ...clock,
    ...judgeLifecycle(await readLifecycle(s3), s3.prefix),
  ];
}

/** Looks at all that the installation needs, also while the product runs. Nothing that it finds ends it. */
export async function examine(installation: Installation, findDatabase: FindDatabase, log: Logger): Promise<Finding[]> {
  const { smtpUrl, publicUrl, s3, dataDir } = installation;
  return [
    ...(await look('Machine', `Check ${path.resolve(dataDir)}.`, () => examineMachine(installation))),
    ...(await look('Database', 'Check DATABASE_URL, and that the database is running and accepts connections from this machine.', () =>
      examineDatabase(installation, findDatabase),
    )),
    ...(await look('Pooler', 'Check DATABASE_URL, and that the pooler is running and accepts connections from this machine.', () =>
      examinePooler(installation),
    )),
    ...(await look('Encoders', 'Run “npm ci” again.', async () => judgeEncoders(await lookAtEncoders(installation, log)))),
    ...(s3 ? await look('Object store', 'Check the S3_* settings: endpoint, bucket, keys and permissions.', () => examineBucket(s3)) : []),
    judgeMail(smtpUrl, smtpUrl && (await tryMail(smtpUrl)), publicUrl),
  ];
}
