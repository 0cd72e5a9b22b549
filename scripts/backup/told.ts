import { BackupError } from '../../apps/server/src/platform/backup/backup-manifest.ts';

const TELL_EVERY_MS = 5000;
/** 1,234.5 MB. */
export const megabytes = (bytes: number): string => `${(bytes / 1e6).toLocaleString('en', { maximumFractionDigits: 1 })} MB`;

/** Says something now and then. */
export function tellNowAndThen(): (line: () => string) => void {
  let toldAt = performance.now();
  return (line) => {
    if (performance.now() - toldAt < TELL_EVERY_MS) return;
    toldAt = performance.now();
    console.log(line());
  };
}

/** Formats an error for the command line. An error caused by the user or the environment is shown without a stack trace. */
export const wordsOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error ? `: ${error.cause.message}` : '';
  return error instanceof BackupError ? error.message : error.message + cause;
};

export function endWith(error: unknown): never {
  console.error(wordsOf(error));
  process.exit(1);
}
