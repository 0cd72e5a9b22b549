import { BackupError } from '../../apps/server/src/platform/backup/backup-manifest.ts';

const PRINT_INTERVAL_MS = 5000;
/** Formats a number of bytes, for example as `1,234.5 MB`. */
export const formatMegabytes = (bytes: number): string => `${(bytes / 1e6).toLocaleString('en', { maximumFractionDigits: 1 })} MB`;

/** Returns a function that prints a line at most once per `PRINT_INTERVAL_MS`. */
export function createProgressPrinter(): (line: () => string) => void {
  let printedAt = performance.now();
  return (line) => {
    if (performance.now() - printedAt < PRINT_INTERVAL_MS) return;
    printedAt = performance.now();
    console.log(line());
  };
}

/** Formats an error for the command line. An error caused by the user or the environment is shown without a stack trace. */
export const formatError = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error ? `: ${error.cause.message}` : '';
  return error instanceof BackupError ? error.message : error.message + cause;
};

/** Prints the error and ends the process with exit code 1. */
export function exitWithError(error: unknown): never {
  console.error(formatError(error));
  process.exit(1);
}
