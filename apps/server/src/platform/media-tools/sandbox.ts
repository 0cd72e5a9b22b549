import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Logger } from 'pino';

/** Isolation of programs that open untrusted files, as far as this machine supports it. */
export interface Sandbox {
  /** The user without rights that they become; undefined where the server is not root itself. */
  user: number | undefined;
  /** Prefix for programs that change their user themselves, as our own do once they are loaded. */
  ownUserCommand: string[];
  /** Comes before any other program. */
  restrictedUserCommand: string[];
}

/** Id of an unprivileged user that exists on no known system and is within the range that containers map. */
const USER = 64_990;
const FOLDERS = ['/usr/bin', '/bin', '/usr/sbin', '/sbin', '/usr/local/bin'];
const TRIAL_TIMEOUT_MS = 5000;
const NO_NEW = '--no-new-privs';
const NO_CAPABILITIES = ['--inh-caps=-all', '--bounding-set=-all'];
const SET_USER_ARGS = [`--reuid=${USER}`, `--regid=${USER}`, '--clear-groups'];

let found: Sandbox | undefined;

/** Looks once for the life of the process, and says in the log what there is. */
export function findSandbox(log: Logger): Sandbox {
  found ??= detectSandbox(log);
  return found;
}

function detectSandbox(log: Logger): Sandbox {
  if (process.platform !== 'linux') {
    log.info('decoders run without a sandbox; sandboxing requires Linux');
    return { user: undefined, ownUserCommand: [], restrictedUserCommand: [] };
  }
  const isRoot = process.getuid?.() === 0;
  const unshare = findProgram('unshare');
  const setpriv = findProgram('setpriv');
  const network = findFirstWorking([
    [unshare, '--net'],
    [unshare, '--user', '--map-current-user', '--net'],
  ]);
  // Ours become that user once they are loaded, for which they need their capabilities until then.
  const ours = findFirstWorking([[setpriv, NO_NEW]]);
  const bare = [
    [setpriv, NO_NEW, ...NO_CAPABILITIES],
    [setpriv, NO_NEW],
  ];
  const changed = isRoot ? findFirstWorking(bare.map((command) => [...command, ...SET_USER_ARGS])) : [];
  const user = changed.length > 0 ? USER : undefined;
  const others = changed.length > 0 ? changed : findFirstWorking(bare);
  const missing = [
    ...(isRoot && user === undefined ? ['a user without rights'] : []),
    ...(network.length === 0 ? ['no network'] : []),
    ...(ours.length === 0 ? ['no new privileges'] : []),
  ];
  log.info({ user, network: network.length === 0 ? 'as the server' : 'none' }, 'decoders run in a sandbox without seccomp and Landlock');
  if (missing.length > 0) log.warn({ missing }, 'some sandbox features are unavailable for decoders');
  return { user, ownUserCommand: [...network, ...ours], restrictedUserCommand: [...network, ...others] };
}

const findProgram = (name: string): string | undefined => FOLDERS.map((folder) => path.join(folder, name)).find((file) => existsSync(file));

/** A kernel or container may refuse what the programs offer: only trying tells. */
function findFirstWorking(commands: (string | undefined)[][]): string[] {
  for (const command of commands) {
    const [file, ...args] = command;
    if (file === undefined) continue;
    if (
      spawnSync(file, [...args.filter((arg) => arg !== undefined), '/bin/sh', '-c', ':'], {
        stdio: 'ignore',
        env: {},
        timeout: TRIAL_TIMEOUT_MS,
      }).status === 0
    )
      return command.filter((part) => part !== undefined);
  }
  return [];
}
