/** Reads the environment once, starts what the roles ask for, and stops in order. */
import { readConfig } from './config/config.ts';
import { startServer } from './server.ts';

const STOP_LIMIT_MS = 20_000;

try {
  const server = await startServer(readConfig(process.env), (line) => console.log(line));
  let isStopping = false;
  const stop = async (signal: string) => {
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => process.exit(1), STOP_LIMIT_MS).unref();
    console.log(`\n${signal}: stopping…`);
    await server.stop();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop(signal));
} catch (error) {
  console.error(error instanceof Error ? (error.stack ?? error.message) : error);
  process.exit(1);
}
