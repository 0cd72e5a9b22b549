import { chmod, chown, mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { OFFICE_MESSAGES } from '@vitrine/contract/accepted-files';
import type { Logger } from 'pino';
import { AppError } from '../errors.ts';
import { getProgramFile } from '../program-files.ts';
import { findSoffice, logSoffice, SOFFICE_ENVIRONMENT } from './find-soffice.ts';
import { killGroup, spawnLimited, type ToolLimits, watchMemory } from './limited-spawn.ts';
import { OFFICE_PROFILE } from './office-profile.ts';
import { readGroupActivity, readGroupBytes } from './process-activity.ts';
import { openSandboxFolder } from './sandbox-folder.ts';
import { watchStall } from './stall-watch.ts';
import { startToolChild, type ToolEnvironment, ToolError, ToolLimitError } from './tool-child.ts';

export interface OfficeTools {
  /** Returns whether office files can be converted on this machine. */
  isAvailable(): Promise<boolean>;
  /** Converts an office file to a PDF at `target`. FILE_BROKEN with a reason for users, FILE_UNSUPPORTED without LibreOffice. */
  convert(source: string, target: string, signal: AbortSignal): Promise<void>;
}

interface OfficeToolOptions {
  sofficePath: string | undefined;
  searchPath: string;
  home: ToolEnvironment;
  log: Logger;
  /** Limits of a conversion that tests change. */
  limits?: Partial<ConversionLimits>;
}

interface ConversionLimits extends ToolLimits {
  /** Time without an end in which the program could work. */
  timeoutMs: number;
}

const REWRITE_ENTRY = getProgramFile('platform/media-tools/office-process');
const REWRITE_LIMITS: ToolLimits = { memoryBytes: 700e6, fileBytes: 600e6, cpuS: 60, priority: 19, subject: 'file' };
/** LibreOffice needs 220 MB for ten slides. The file limit is the maximum size of a PDF. */
const LIMITS: ConversionLimits = { memoryBytes: 1000e6, fileBytes: 100e6, cpuS: 120, priority: 19, subject: 'file', timeoutMs: 60_000 };

const PDF = '.pdf';

/** Converts office files with LibreOffice in a process group with limits, and an empty profile for each file (docs/decisions/0098). */
export function createOfficeTools({ sofficePath, searchPath, home, log, limits = {} }: OfficeToolOptions): OfficeTools {
  const found = findSoffice(sofficePath, searchPath);
  // The result is reported at the start, before the first file arrives.
  void found.then((result) => logSoffice(log, result));
  return {
    isAvailable: async () => (await found).soffice !== undefined,
    async convert(source, target, signal) {
      const { soffice } = await found;
      if (soffice === undefined) throw new AppError('FILE_UNSUPPORTED', OFFICE_MESSAGES.notAccepted);
      const safe = `${target}-safe`;
      try {
        await removeLinks(source, safe, home, signal);
        await convertFile({ soffice, home, limits: { ...LIMITS, ...limits }, signal }, safe, target);
      } finally {
        await rm(safe, { force: true });
      }
    },
  };
}

/** Writes a copy without addresses outside of the file, and checks the sizes of its parts. */
async function removeLinks(source: string, target: string, home: ToolEnvironment, signal: AbortSignal): Promise<void> {
  const child = await startToolChild(REWRITE_ENTRY, REWRITE_LIMITS, home);
  try {
    await child.call('rewrite', { source, target }, { silenceTimeoutMs: LIMITS.timeoutMs, signal });
  } catch (error) {
    if (error instanceof ToolLimitError) throw new AppError('FILE_BROKEN', OFFICE_MESSAGES[error.limit], { cause: error });
    throw error;
  } finally {
    child.close();
  }
}

interface Conversion {
  soffice: string;
  home: ToolEnvironment;
  limits: ConversionLimits;
  signal: AbortSignal;
}

async function convertFile(conversion: Conversion, source: string, target: string): Promise<void> {
  const { user } = conversion.home.sandbox;
  // Under the machine's temporary folder, because the script of LibreOffice enters its working folder by its absolute path.
  const room = await openSandboxFolder(os.tmpdir(), user);
  const folder = room.folder ?? (await mkdtemp(path.join(os.tmpdir(), 'office-')));
  const output = `${target}-folder`;
  await mkdir(output);
  try {
    await writeProfile(folder, user);
    const shared = await room.shareFiles({ source, target: output });
    await runSoffice(conversion, folder, shared.args);
    await shared.collectOutput();
    const pdf = (await readdir(output)).find((name) => name.endsWith(PDF));
    // LibreOffice reports files that it cannot open as a success.
    if (pdf === undefined) throw new AppError('FILE_BROKEN', OFFICE_MESSAGES.damaged);
    await rename(path.join(output, pdf), target);
  } finally {
    await rm(output, { recursive: true, force: true });
    await rm(folder, { recursive: true, force: true });
  }
}

/** Writes the settings that LibreOffice reads at its start. A profile per conversion keeps files of different users apart. */
async function writeProfile(folder: string, user: number | undefined): Promise<void> {
  const folders = ['tmp', 'profile', 'profile/user'].map((name) => path.join(folder, name));
  for (const one of folders) await mkdir(one);
  const settings = path.join(folder, 'profile/user/registrymodifications.xcu');
  await writeFile(settings, OFFICE_PROFILE);
  if (user === undefined) return;
  for (const one of folders) await chown(one, user, user);
  // The umask of the server makes files private to it. LibreOffice ignores settings that it cannot read, and would then follow links and run macros.
  await chmod(settings, 0o644);
}

async function runSoffice(
  { soffice, home: { sandbox }, limits, signal }: Conversion,
  folder: string,
  { source, target }: { source: string; target: string },
): Promise<void> {
  const options = ['--headless', '--norestore', '--nolockcheck', '--nodefault', `-env:UserInstallation=file://${folder}/profile`];
  const child = spawnLimited([soffice, ...options, '--convert-to', 'pdf', '--outdir', target, source], limits, {
    stdio: ['ignore', 'ignore', 'ignore'],
    wrapperCommand: sandbox.restrictedUserCommand,
    cwd: folder,
    env: { ...SOFFICE_ENVIRONMENT, HOME: folder, TMPDIR: path.join(folder, 'tmp') },
    hasGroup: true,
  });
  let endedBy: Error | undefined;
  const end = (reason: Error) => {
    endedBy ??= reason;
    killGroup(child);
  };
  const fail = (message: string) => end(new AppError('FILE_BROKEN', message));
  const abort = () => end(new ToolError('cancelled'));
  const stall = watchStall(child, limits.timeoutMs, () => fail(OFFICE_MESSAGES.time), readGroupActivity);
  watchMemory(child, limits.memoryBytes, () => fail(OFFICE_MESSAGES.memory), readGroupBytes);
  signal.addEventListener('abort', abort, { once: true });
  if (signal.aborted) abort();
  try {
    const [code, killedBy] = await new Promise<[number | null, NodeJS.Signals | null]>((resolve, reject) =>
      child.once('error', reject).once('exit', (...result) => resolve(result)),
    );
    if (endedBy) throw endedBy;
    if (killedBy === 'SIGXCPU') throw new AppError('FILE_BROKEN', OFFICE_MESSAGES.time);
    if (killedBy === 'SIGXFSZ') throw new AppError('FILE_BROKEN', OFFICE_MESSAGES.tooLarge);
    if (code !== 0) throw new ToolError(`LibreOffice ended with ${killedBy ?? code}`);
  } finally {
    stall.stop();
    signal.removeEventListener('abort', abort);
    // A program may leave others behind.
    killGroup(child);
  }
}
