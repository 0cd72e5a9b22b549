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
      `Node ${version} has no Zstandard, which backups need`,
      'Run “npm ci” again, which brings the right Node, or install Node 24.',
    );
  if (major % 2 === 1) return warning('Node', `Node ${version} is no long-term release`, 'Use Node 24.');
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
  const check = `Disk of ${name}`;
  const says = `${gigabytes(freeBytes)} of ${gigabytes(totalBytes)} are free at ${folder}`;
  const todo = 'Make room, or move the installation to a larger disk: a database that cannot write stops.';
  if (freeBytes <= KEPT_FREE_BYTES) return fault(check, `${says}: uploads are refused`, todo);
  if (totalFiles > 0 && freeFiles < totalFiles * (LOW_SHARE / 10))
    return fault(check, `${folder} has room for ${freeFiles} more files only`, 'Make a file system with more inodes.');
  return freeBytes < totalBytes * LOW_SHARE ? warning(check, says, todo) : ok(check, says);
}

export function judgeRights(folder: string, rights: { mode: number; isOwn: boolean; isWritable: boolean } | undefined): Finding {
  const check = 'Data folder';
  if (!rights) return ok(check, `${folder} is made at the first start`);
  if (!rights.isWritable)
    return fault(check, `${folder} cannot be written`, 'Give it to the user who runs the product: chown -R USER DATA_DIR.');
  if (!rights.isOwn) return warning(check, `${folder} belongs to another user`, 'Start doctor and the product as the same user.');
  if ((rights.mode & OTHERS_MAY) !== 0)
    return warning(
      check,
      `Others of this machine may enter ${folder}, which holds keys and photos`,
      `chmod 700 ${folder}, or start the product, which does it.`,
    );
  return ok(check, `${folder} is its owner’s alone`);
}

export type PortState = 'free' | 'ours' | 'taken' | 'forbidden' | 'no such address';

export function judgePort(
  name: string,
  { host, port, variable }: { host: string; port: number; variable: string },
  state: PortState,
): Finding {
  const check = `Port of ${name}`;
  const at = `${host}:${port}`;
  const findings: Record<PortState, Finding> = {
    free: ok(check, `${at} is free`),
    ours: ok(check, `The product answers at ${at}`),
    taken: fault(check, `Another program has ${at}`, `Stop it, or set ${variable} to another port.`),
    forbidden: fault(check, `This user may not listen at ${at}`, `Set ${variable} to a port above 1023.`),
    'no such address': fault(
      check,
      `${host} is no address of this machine`,
      'Set HOST to one that is, to 127.0.0.1, or to 0.0.0.0 for all.',
    ),
  };
  return findings[state];
}

export function judgeOpenFiles(limit: number | undefined): Finding | undefined {
  if (limit === undefined) return undefined;
  return limit < FEW_FILES
    ? warning(
        'Open files',
        `A process may open ${limit} files, and so serves fewer than ${Math.floor(limit * 0.8)} connections`,
        'Raise it: LimitNOFILE=65536 in the unit, or ulimit -n.',
      )
    : ok('Open files', `A process may open ${limit} files`);
}

const LOCAL = /^(localhost|127\.|\[?::1)/;

export interface Entry {
  publicUrl: string;
  host: string;
  trustProxy: string | false;
}

/** How people come to the product, and whether it knows their addresses. */
export function judgeProxy({ publicUrl, host, trustProxy }: Entry): Finding {
  const check = 'Way in';
  const { protocol, hostname } = new URL(publicUrl);
  const isOpen = !LOCAL.test(host);
  if (LOCAL.test(hostname))
    return isOpen
      ? warning(
          check,
          `The product listens at ${host}, and links in mails lead to ${publicUrl}, which nobody else reaches`,
          'Set PUBLIC_URL to the address people open.',
        )
      : ok(check, `For this machine alone, at ${publicUrl}`);
  if (protocol === 'https:' && trustProxy === false)
    return fault(
      check,
      `Whoever comes by ${publicUrl} comes by a proxy, and TRUST_PROXY does not name it: all share one limit of attempts`,
      'Set TRUST_PROXY to the proxy’s address, such as 127.0.0.1.',
    );
  if (protocol === 'http:')
    return warning(
      check,
      `${publicUrl} is not encrypted: passwords and photos can be read on the way`,
      'Put a proxy with a certificate in front, and set PUBLIC_URL to its https address.',
    );
  if (isOpen && trustProxy !== false)
    return warning(
      check,
      `The product listens at ${host}, so that people can pass by the proxy`,
      'Leave HOST at 127.0.0.1, or let a firewall admit the proxy alone.',
    );
  return ok(check, `${publicUrl}, by the proxy at ${trustProxy}`);
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
  const check = `Clock, by ${than}`;
  const seconds = Math.abs(offsetMs / 1000);
  const says = `This machine is ${seconds < 10 ? seconds.toFixed(1) : seconds.toFixed(0)} s ${offsetMs < 0 ? 'behind' : 'ahead of'} ${than}`;
  const todo = 'Let one time service set the clocks of all machines: timedatectl set-ntp true.';
  if (Math.abs(offsetMs) < LATE_MS) return ok(check, says);
  return Math.abs(offsetMs) < FAR_OFF_MS
    ? warning(check, says, todo)
    : fault(check, `${says}: schedules, sessions and signatures go wrong`, todo);
}
