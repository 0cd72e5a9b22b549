import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pino from 'pino';
import { createApp } from '../app.ts';
import { readConfig } from '../config/config.ts';
import { systemClock } from '../platform/clock.ts';
import { type Database, openDatabase } from '../platform/database/database.ts';
import { migrate } from '../platform/database/migrate.ts';
import { dumpSchema } from '../platform/database/schema-dump.ts';
import { createMediaTools } from '../platform/media-tools/media-tools.ts';
import { createFileStorage } from '../platform/storage/file-storage.ts';
import type { DeclaredRoute } from '../plugins/access-gate.ts';
import { wireModules } from '../wire-modules.ts';
import { accessTable, eventsTable } from './generated-tables.ts';
import { startOwnPostgres } from './test-postgres.ts';

interface GeneratedFile {
  path: string;
  text: string;
}

const log = pino({ level: 'silent' });

/** Everything in the repo that is made from something else in it, as it should read now. */
export async function generatedFiles(): Promise<GeneratedFile[]> {
  const postgres = await startOwnPostgres();
  const { db, close } = openDatabase(postgres.url, log, 2);
  try {
    await migrate(db);
    const schema = { path: 'apps/server/schema.sql', text: await dumpSchema(db) };
    const types = { path: 'apps/server/src/platform/database/schema.gen.ts', text: await generateTypes(postgres.url) };
    return [schema, types, ...(await describeApi(db))];
  } finally {
    await close();
    await postgres.stop();
  }
}

async function generateTypes(url: string): Promise<string> {
  const outFile = path.join(os.tmpdir(), `vitrine-schema-${process.pid}.ts`);
  const mapping = ['--type-mapping', '{"int8":"number"}'];
  const flags = ['--dialect', 'postgres', '--url', url, '--out-file', outFile, '--exclude-pattern', 'kysely_*', ...mapping];
  await promisify(execFile)('kysely-codegen', flags);
  const text = await readFile(outFile, 'utf8');
  await rm(outFile);
  return text;
}

/** The API's OpenAPI document, and the tables of who may call what and of who tells whom. */
async function describeApi(db: Database): Promise<GeneratedFile[]> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'vitrine-generate-'));
  const config = readConfig({ DATA_DIR: dataDir });
  const tools = createMediaTools({ ffmpegPath: undefined, log });
  const storage = await createFileStorage(path.join(dataDir, 'media'), 'generate');
  const nobody = {
    print: () => undefined,
    deliverLocally: () => undefined,
    mayRunOtherProcesses: () => false,
    hasLocalSubscribers: () => false,
    postToOwnServer: async () => 404,
  };
  const quiet = { ...nobody, processId: 'generate' };
  const modules = await wireModules({ config, db, log, clock: systemClock, storage, objects: null, tools, ...quiet });
  let routes: DeclaredRoute[] = [];
  const app = await createApp({ config, log, db, modules, onDeclared: (declared) => void (routes = declared) });
  await app.ready();
  const document = JSON.stringify(app.swagger(), null, 2);
  await app.close();
  await tools.stop();
  await rm(dataDir, { recursive: true, force: true });
  return [
    { path: 'apps/server/openapi.json', text: `${document}\n` },
    { path: 'docs/access.md', text: accessTable(routes) },
    { path: 'docs/events.md', text: eventsTable(modules.all) },
  ];
}
