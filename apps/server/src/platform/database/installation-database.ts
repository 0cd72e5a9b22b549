import type { Logger } from 'pino';
import { lockDataFolder } from './data-folder-lock.ts';
import { findEmbeddedPostgres, launchEmbeddedPostgres } from './embedded-postgres.ts';

interface InstallationOptions {
  databaseUrl: string | undefined;
  /** What runs beside takes transactions that last, and goes past a pooler. */
  databaseDirectUrl?: string | undefined;
  dataDir: string;
}

interface OpenedDatabase {
  url: string;
  close(): Promise<void>;
}

/** For a program beside the product: yours, or the embedded one, which it starts where the product does not run. `alone`: it must not run. */
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
    // As long as this is held the product does not start on it.
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
