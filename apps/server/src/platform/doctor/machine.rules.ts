import { createError, createOk, createWarning, type Finding } from './finding.ts';

const GB = 1e9;
/** Uploads are refused before the last of it. */
const RESERVED_DISK_BYTES = 256 * 1024 * 1024;
const LOW_DISK_SHARE = 0.1;
const OTHERS_PERMISSION_BITS = 0o077;
const MIN_OPEN_FILES = 8192;

const formatGigabytes = (bytes: number) => `${(bytes / GB).toFixed(1)} GB`;

export function checkNodeVersion(version: string, hasZstd: boolean): Finding {
  const [major = 0] = version.split('.').map(Number);
  if (!hasZstd)
    return createError(
      'Node',
      `Node ${version} doesn’t support Zstandard, which backups need`,
      'Run “npm ci” again to install the right Node version, or install Node 24.',
    );
  if (major % 2 === 1) return createWarning('Node', `Node ${version} isn’t a long-term support release`, 'Use Node 24.');
  return createOk('Node', `Node ${version}`);
}

export interface Disk {
  /** Content of the folder. */
  name: string;
  folder: string;
  freeBytes: number;
  totalBytes: number;
  /** 0 of 0 where the file system does not count them. */
  freeFiles: number;
  totalFiles: number;
}

export function checkDisk({ name, folder, freeBytes, totalBytes, freeFiles, totalFiles }: Disk): Finding {
  const check = `Disk (${name})`;
  const says = `${formatGigabytes(freeBytes)} of ${formatGigabytes(totalBytes)} free in ${folder}`;
  const todo = 'Free up space or move the installation to a larger disk. The database stops when it can’t write.';
  if (freeBytes <= RESERVED_DISK_BYTES) return createError(check, `${says}, so uploads are refused`, todo);
  if (totalFiles > 0 && freeFiles < totalFiles * (LOW_DISK_SHARE / 10))
    return createError(check, `${folder} can hold only ${freeFiles} more files`, 'Create a file system with more inodes.');
  return freeBytes < totalBytes * LOW_DISK_SHARE ? createWarning(check, says, todo) : createOk(check, says);
}

export function checkPermissions(folder: string, rights: { mode: number; isOwn: boolean; isWritable: boolean } | undefined): Finding {
  const check = 'Data folder';
  if (!rights) return createOk(check, `${folder} will be created at the first start`);
  if (!rights.isWritable)
    return createError(check, `${folder} isn’t writable`, 'Change its owner to the user that runs Vitrine: chown -R USER DATA_DIR.');
  if (!rights.isOwn) return createWarning(check, `${folder} belongs to another user`, 'Run doctor and Vitrine as the same user.');
  if ((rights.mode & OTHERS_PERMISSION_BITS) !== 0)
    return createWarning(
      check,
      `Other users of this machine can access ${folder}, which contains keys and photos`,
      `Run chmod 700 ${folder}, or start Vitrine to fix this automatically.`,
    );
  return createOk(check, `Only the owner can access ${folder}`);
}

export type PortState = 'free' | 'ours' | 'taken' | 'forbidden' | 'no such address';

export function checkPort(
  name: string,
  { host, port, variable }: { host: string; port: number; variable: string },
  state: PortState,
): Finding {
  const check = `Port (${name})`;
  const at = `${host}:${port}`;
  const findings: Record<PortState, Finding> = {
    free: createOk(check, `${at} is free`),
    ours: createOk(check, `Vitrine is running on ${at}`),
    taken: createError(check, `Another program is using ${at}`, `Stop it, or set ${variable} to another port.`),
    forbidden: createError(check, `This user isn’t allowed to listen on ${at}`, `Set ${variable} to a port above 1023.`),
    'no such address': createError(
      check,
      `${host} isn’t an address of this machine`,
      'Set HOST to an address of this machine, to 127.0.0.1, or to 0.0.0.0 for all addresses.',
    ),
  };
  return findings[state];
}

export function checkOpenFilesLimit(limit: number | undefined): Finding | undefined {
  if (limit === undefined) return undefined;
  return limit < MIN_OPEN_FILES
    ? createWarning(
        'Open files',
        `A process can open only ${limit} files, so it serves fewer than ${Math.floor(limit * 0.8)} connections`,
        'Increase the limit with LimitNOFILE=65536 in the systemd unit or with ulimit -n.',
      )
    : createOk('Open files', `A process can open ${limit} files`);
}

const LOCAL = /^(localhost|127\.|\[?::1)/;

export interface NetworkSettings {
  publicUrl: string;
  host: string;
  trustProxy: string | false;
}

/** Checks how clients reach the product, and whether it sees their addresses. */
export function checkProxy({ publicUrl, host, trustProxy }: NetworkSettings): Finding {
  const check = 'Public address';
  const { protocol, hostname } = new URL(publicUrl);
  const isOpen = !LOCAL.test(host);
  if (LOCAL.test(hostname))
    return isOpen
      ? createWarning(
          check,
          `Vitrine listens on ${host}, but links in emails point to ${publicUrl}, which other machines can’t reach`,
          'Set PUBLIC_URL to the address people use.',
        )
      : createOk(check, `Only reachable from this machine, at ${publicUrl}`);
  if (protocol === 'https:' && trustProxy === false)
    return createError(
      check,
      `Requests to ${publicUrl} come through a proxy that TRUST_PROXY doesn’t list, so all users share one rate limit`,
      'Set TRUST_PROXY to the proxy’s address, such as 127.0.0.1.',
    );
  if (protocol === 'http:')
    return createWarning(
      check,
      `${publicUrl} isn’t encrypted, so others on the network can read passwords and photos`,
      'Use a reverse proxy with a certificate, and set PUBLIC_URL to its https address.',
    );
  if (isOpen && trustProxy !== false)
    return createWarning(
      check,
      `Vitrine listens on ${host}, so clients can bypass the proxy`,
      'Set HOST to 127.0.0.1, or let a firewall allow only the proxy.',
    );
  return createOk(check, `${publicUrl}, through the proxy at ${trustProxy}`);
}

/** Judges how FTP clients may sign in. */
export function checkFtp(allowsPlain: boolean, publicUrl: string): Finding {
  const check = 'FTP encryption';
  if (!allowsPlain) return createOk(check, 'Clients need TLS');
  if (LOCAL.test(new URL(publicUrl).hostname)) return createOk(check, 'Clients may leave TLS out (FTP_ALLOW_PLAIN=1)');
  return createWarning(
    check,
    'FTP_ALLOW_PLAIN=1 lets clients send passwords and photos unencrypted',
    'Remove FTP_ALLOW_PLAIN, unless a device cannot use TLS.',
  );
}

const CLOCK_WARNING_MS = 2000;
const CLOCK_ERROR_MS = 60_000;

/** `offsetMs`: how far this machine is ahead. */
export function checkClock(than: string, offsetMs: number): Finding {
  const check = `Clock (compared with ${than})`;
  const seconds = Math.abs(offsetMs / 1000);
  const says = `This machine is ${seconds < 10 ? seconds.toFixed(1) : seconds.toFixed(0)} s ${offsetMs < 0 ? 'behind' : 'ahead of'} ${than}`;
  const todo = 'Use one time service for all machines: timedatectl set-ntp true.';
  if (Math.abs(offsetMs) < CLOCK_WARNING_MS) return createOk(check, says);
  return Math.abs(offsetMs) < CLOCK_ERROR_MS
    ? createWarning(check, says, todo)
    : createError(check, `${says}, which breaks schedules, sessions and signatures`, todo);
}
