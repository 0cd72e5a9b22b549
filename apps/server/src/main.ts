/** Reads the environment once, starts the services of the configured roles, and stops them in order. */
import { readConfig } from './config/config.ts';
import { prepareDataFolder } from './platform/data-folder.ts';
import { launchEmbeddedPostgres } from './platform/database/embedded-postgres.ts';
import { describeFailure } from './platform/failure-message.ts';
import { OperatorError } from './platform/operator-error.ts';

const STOP_LIMIT_MS = 20_000;

try {
  const config = readConfig(process.env);
  prepareDataFolder(config.dataDir);
  const launched = config.databaseUrl === undefined ? await launchEmbeddedPostgres(config.dataDir) : undefined;
  // The larger part of our code is read while the database starts, which after a power cut reads its log first.
  const { startServer } = await import('./server.ts');
  const server = await startServer(config, (line) => console.log(line), launched);
  let isStopping = false;
  const stop = async (signal: string) => {
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => {
      console.error(`Shutdown timed out after ${STOP_LIMIT_MS / 1000} s while waiting for ${server.getPendingStep()}.`);
      process.exit(1);
    }, STOP_LIMIT_MS).unref();
    console.log(`\n${signal}: stopping…`);
    await server.stop();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop(signal));
} catch (error) {
  console.error(error instanceof OperatorError ? error.message : describeFailure(error));
  process.exit(1);
}
