import { execFile } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pino from 'pino';
import { openDatabase } from '../platform/database/database.ts';
import { migrate } from '../platform/database/migrate.ts';
import { dumpSchema } from '../platform/database/schema-dump.ts';
import { startTestPostgres } from './test-postgres.ts';

/** Everything in the repo that is made from something else in it, as it should read now. */
export async function generatedFiles(): Promise<{ path: string; text: string }[]> {
  const postgres = await startTestPostgres();
  const { db, close } = openDatabase(postgres.url, pino({ level: 'silent' }), 2);
  try {
    await migrate(db);
    return [
      { path: 'apps/server/schema.sql', text: await dumpSchema(db) },
      { path: 'apps/server/src/platform/database/schema.gen.ts', text: await generateTypes(postgres.url) },
    ];
  } finally {
    await close();
    await postgres.stop();
  }
}

async function generateTypes(url: string): Promise<string> {
  const outFile = path.join(os.tmpdir(), `vitrine-schema-${process.pid}.ts`);
  const flags = [
    '--dialect',
    'postgres',
    '--url',
    url,
    '--out-file',
    outFile,
    '--exclude-pattern',
    'kysely_*',
    '--type-mapping',
    '{"int8":"number"}',
  ];
  await promisify(execFile)('kysely-codegen', flags);
  const text = await readFile(outFile, 'utf8');
  await rm(outFile);
  return text;
}
