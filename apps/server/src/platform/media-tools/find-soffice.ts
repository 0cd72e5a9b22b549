import { execFile } from 'node:child_process';
import { access, constants } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Logger } from 'pino';

const TRIAL_TIMEOUT_MS = 20_000;
/** Environment of `soffice`, which is a shell script. */
export const SOFFICE_ENVIRONMENT = { PATH: '/usr/local/bin:/usr/bin:/bin', LANG: 'C.UTF-8' };

/** LibreOffice as it is installed on this machine. */
export interface FoundSoffice {
  /** Undefined: office files are not accepted. */
  soffice: string | undefined;
  /** The line that the program prints, such as "LibreOffice 7.4.7.2". Without a usable program, the reason. */
  description: string;
}

/** Finds LibreOffice: `configured` (SOFFICE_PATH), or else the first `soffice` on the search path. It is used only if it prints its version. */
export async function findSoffice(configured: string | undefined, searchPath: string): Promise<FoundSoffice> {
  const folders = searchPath.split(path.delimiter).filter((folder) => path.isAbsolute(folder));
  const candidates = configured ? [path.resolve(configured)] : folders.map((folder) => path.join(folder, 'soffice'));
  for (const soffice of candidates) {
    const isExecutable = await access(soffice, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (!isExecutable) continue;
    try {
      const { stdout } = await promisify(execFile)(soffice, ['--version'], { timeout: TRIAL_TIMEOUT_MS, env: SOFFICE_ENVIRONMENT });
      return { soffice, description: stdout.trim().split('\n')[0] ?? '' };
    } catch (error) {
      return {
        soffice: undefined,
        description: `${soffice} does not run: ${error instanceof Error ? error.message.trim() : String(error)}`,
      };
    }
  }
  return { soffice: undefined, description: configured ? `${configured} is missing or not executable` : 'LibreOffice is not installed' };
}

/** Writes one line to the log of the start. */
export function logSoffice(log: Logger, { soffice, description }: FoundSoffice): void {
  if (soffice) log.info({ soffice, description }, 'office files are accepted');
  else log.info({ reason: description }, 'office files are not accepted');
}
