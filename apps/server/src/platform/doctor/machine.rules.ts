import { type Finding, fault, ok, warning } from './finding.ts';

const GB = 1e9;
/** Uploads are refused before the last of it. */
const KEPT_FREE_BYTES = 256 * 1024 * 1024;
const LOW_SHARE = 0.1;
const OTHERS_MAY = 0o077;
const FEW_FILES = 8192;

const gigabytes = (bytes: number) => `${(bytes / GB).toFixed(1)} GB`;

export function judgeNode(version: string, hasZstd: boolean): Finding {
  const [major = 0] = version.split('.').map(Number);
  if (!hasZstd)
    return fault(
      'Node',
      `Node ${version} doesn’t support Zstandard, which backups need`,
      'Run “npm ci” again to install the right Node version, or install Node 24.',
    );
  if (major % 2 === 1) return warning('Node', `Node ${version} isn’t a long-term support release`, 'Use Node 24.');
  return ok('Node', `Node ${version}`);
}

export interface Disk {
  /** What is kept there. */
  name: string;
  folder: string;
  freeBytes: number;
  totalBytes: number;
  /** 0 of 0 where the file system does not count them. */
  freeFiles: number;
  totalFiles: number;
}

export function judgeDisk({ name, folder, freeBytes, totalBytes, freeFiles, totalFiles }: Disk): Finding {
  const check = `Disk (${name})`;
  const says = `${gigabytes(freeBytes)} of ${gigabytes(totalBytes)} free in ${folder}`;
  const todo = 'Free up space or move the installation to a larger disk. The database stops when it can’t write.';
  if (freeBytes <= KEPT_FREE_BYTES) return fault(check, `${says}, so uploads are refused`, todo);
  if (totalFiles > 0 && freeFiles < totalFiles * (LOW_SHARE / 10))
    return fault(check, `${folder} can hold only ${freeFiles} more files`, 'Create a file system with more inodes.');
  return freeBytes < totalBytes * LOW_SHARE ? warning(check, says, todo) : ok(check, says);
}

export function judgeRights(folder: string, rights: { mode: number; isOwn: boolean; isWritable: boolean } | undefined): Finding {
  const check = 'Data folder';
  if (!rights) return ok(check, `${folder} will be created at the first start`);
  if (!rights.isWritable)
    return fault(check, `${folder} isn’t writable`, 'Change its owner to the user that runs Vitrine: chown -R USER DATA_DIR.');
  if (!rights.isOwn) return warning(check, `${folder} belongs to another user`, 'Run doctor and Vitrine as the same user.');
  if ((rights.mode & OTHERS_MAY) !== 0)
    return warning(
      check,
      `Other users of this machine can access ${folder}, which contains keys and photos`,
      `Run chmod 700 ${folder}, or start Vitrine to fix this automatically.`,
    );
  return ok(check, `Only the owner can access ${folder}`);
}

export type PortState = 'free' | 'ours' | 'taken' | 'forbidden' | 'no such address';

export function judgePort(
  name: string,
  { host, port, variable }: { host: string; port: number; variable: string },
  state: PortState,
): Finding {
  const check = `Port (${name})`;
  const at = `${host}:${port}`;
  const findings: Record<PortState, Finding> = {
    free: ok(check, `${at} is free`),
    ours: ok(check, `Vitrine is running on ${at}`),
    taken: fault(check, `Another program is using ${at}`, `Stop it, or set ${variable} to another port.`),
    forbidden: fault(check, `This user isn’t allowed to listen on ${at}`, `Set ${variable} to a port above 1023.`),
    'no such address': fault(
      check,
      `${host} isn’t an address of this machine`,
      'Set HOST to an address of this machine, to 127.0.0.1, or to 0.0.0.0 for all addresses.',
    ),
  };
  return findings[state];
}

export function judgeOpenFiles(limit: number | undefined): Finding | undefined {
  if (limit === undefined) return undefined;
  return limit < FEW_FILES
    ? warning(
        'Open files',
        `A process can open only ${limit} files, so it serves fewer than ${Math.floor(limit * 0.8)} connections`,
        'Increase the limit with LimitNOFILE=65536 in the systemd unit or with ulimit -n.',
      )
    : ok('Open files', `A process can open ${limit} files`);
}

const LOCAL = /^(localhost|127\.|\[?::1)/;

export interface Entry {
  publicUrl: string;
  host: string;
  trustProxy: string | false;
}

/** How people come to the product, and whether it knows their addresses. */
export function judgeProxy({ publicUrl, host, trustProxy }: Entry): Finding {
  const check = 'Public address';
  const { protocol, hostname } = new URL(publicUrl);
  const isOpen = !LOCAL.test(host);
  if (LOCAL.test(hostname))
    return isOpen
      ? warning(
          check,
          `Vitrine listens on ${host}, but links in emails point to ${publicUrl}, which other machines can’t reach`,
          'Set PUBLIC_URL to the address people use.',
        )
      : ok(check, `Only reachable from this machine, at ${publicUrl}`);
  if (protocol === 'https:' && trustProxy === false)
    return fault(
      check,
      `Requests to ${publicUrl} come through a proxy that TRUST_PROXY doesn’t list, so all users share one rate limit`,
      'Set TRUST_PROXY to the proxy’s address, such as 127.0.0.1.',
    );
  if (protocol === 'http:')
    return warning(
      check,
      `${publicUrl} isn’t encrypted, so others on the network can read passwords and photos`,
      'Use a reverse proxy with a certificate, and set PUBLIC_URL to its https address.',
    );
  if (isOpen && trustProxy !== false)
    return warning(
      check,
      `Vitrine listens on ${host}, so clients can bypass the proxy`,
      'Set HOST to 127.0.0.1, or let a firewall allow only the proxy.',
    );
  return ok(check, `${publicUrl}, through the proxy at ${trustProxy}`);
}

/** Judges how FTP clients may sign in. */
export function judgeFtp(allowsPlain: boolean, publicUrl: string): Finding {
  const check = 'FTP encryption';
  if (!allowsPlain) return ok(check, 'Clients need TLS');
  if (LOCAL.test(new URL(publicUrl).hostname)) return ok(check, 'Clients may leave TLS out (FTP_ALLOW_PLAIN=1)');
  return warning(
    check,
    'FTP_ALLOW_PLAIN=1 lets clients send passwords and photos unencrypted',
    'Remove FTP_ALLOW_PLAIN, unless a device cannot use TLS.',
  );
}

const LATE_MS = 2000;
const FAR_OFF_MS = 60_000;

/** `offsetMs`: how far this machine is ahead. */
export function judgeClock(than: string, offsetMs: number): Finding {
  const check = `Clock (compared with ${than})`;
  const seconds = Math.abs(offsetMs / 1000);
  const says = `This machine is ${seconds < 10 ? seconds.toFixed(1) : seconds.toFixed(0)} s ${offsetMs < 0 ? 'behind' : 'ahead of'} ${than}`;
  const todo = 'Use one time service for all machines: timedatectl set-ntp true.';
  if (Math.abs(offsetMs) < LATE_MS) return ok(check, says);
  return Math.abs(offsetMs) < FAR_OFF_MS
    ? warning(check, says, todo)
    : fault(check, `${says}, which breaks schedules, sessions and signatures`, todo);
}
