import pg from 'pg';
import pino from 'pino';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '../platform/database/database.ts';
import { migrate } from '../platform/database/migrate.ts';
import { migrateQueue } from '../platform/queue/worker.ts';
import { startTestPostgres } from './test-postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    databaseUrl: string;
    templateName: string;
  }
}

/** Starts PostgreSQL and migrates one database, which every test file then clones. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startTestPostgres();
  const templateName = `vitrine_template_${process.pid}`;
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  await client.query(`create database ${templateName}`);
  const template = openDatabase(withDatabase(postgres.url, templateName), pino({ level: 'silent' }), 2);
  await migrate(template.db);
  await migrateQueue(template.pool);
  await template.close();
  project.provide('databaseUrl', postgres.url);
  project.provide('templateName', templateName);
  return async () => {
    await client.query(`drop database ${templateName} with (force)`);
    await client.end();
    await postgres.stop();
  };
}

export function withDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.toString();
}
