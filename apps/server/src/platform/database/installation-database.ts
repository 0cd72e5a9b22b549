import type { Logger } from 'pino';
import { lockDataFolder } from './data-folder-lock.ts';
import { findEmbeddedPostgres, launchEmbeddedPostgres } from './embedded-postgres.ts';

interface InstallationOptions {
  databaseUrl: string | undefined;
  /** Direct connection that bypasses a pooler, for background work with long transactions. */
  databaseDirectUrl?: string | undefined;
  dataDir: string;
}

interface OpenedDatabase {
  url: string;
  close(): Promise<void>;
}

/** Opens the database for a separate program: yours, or the embedded one, which is started unless the product runs. `alone`: the product must not run. */
export async function openInstallationDatabase(
  { databaseUrl, databaseDirectUrl = databaseUrl, dataDir }: InstallationOptions,
  log: Logger,
  { alone: exclusive }: { alone: boolean },
): Promise<OpenedDatabase> {
  if (databaseDirectUrl !== undefined) return { url: databaseDirectUrl, close: async () => undefined };
  const running = exclusive ? undefined : await findEmbeddedPostgres(dataDir);
  if (running !== undefined) return { url: running, close: async () => undefined };
  const postgres = await (await launchEmbeddedPostgres(dataDir)).ready(log);
  try {
    // The product does not start on this folder while it is locked.
    const release = await lockDataFolder(postgres.url, dataDir);
    return {
      url: postgres.url,
      async close() {
        await release();
        await postgres.stop();
      },
    };
  } catch (error) {
    if (!postgres.adopted) await postgres.stop();
    throw error;
  }
}
