import type { Logger } from 'pino';
import type { ConnectionTls } from './connection-tls.ts';
import type { ControlConnection } from './control-connection.ts';
import type { ChannelOptions, DataChannel } from './data-channel.ts';
import type { FileTree, FtpSignIn, SignedInFtp, TreePath } from './file-tree.ts';
import type { FtpLimits } from './ftp-limits.ts';
import type { PortRange } from './passive-channel.ts';
import { FtpError } from './replies.ts';

/** Services and settings that all sessions of one server share. */
export interface FtpServices {
  signIn: FtpSignIn;
  createTls: () => ConnectionTls;
  /** False when passwords and data must be sent under TLS. */
  isPlainAllowed: boolean;
  passivePorts: PortRange | undefined;
  limits: FtpLimits;
  log: Logger;
  /** Counts the connection for this account until it ends. Returns false when the account has too many. */
  admit: (session: FtpSession, userId: string) => boolean;
}

/** State of a client's session. */
export interface FtpSession {
  readonly control: ControlConnection;
  readonly services: FtpServices;
  userName: string | undefined;
  signedIn: SignedInFtp | undefined;
  wrongPasswords: number;
  folder: TreePath;
  /** Set by AUTH. */
  tls: ConnectionTls | undefined;
  isDataProtected: boolean;
  channel: DataChannel | undefined;
  /** True after EPSV ALL: only EPSV may open data connections. */
  isExtendedOnly: boolean;
  renameFrom: TreePath | undefined;
  /** Offset set by REST for the next transfer. */
  startByte: number;
  /** Size announced by ALLO for the next upload. */
  expectedBytes: number | undefined;
  /** Aborts the running transfer. */
  abort: (() => void) | undefined;
}

export const createSession = (control: ControlConnection, services: FtpServices): FtpSession => ({
  control,
  services,
  userName: undefined,
  signedIn: undefined,
  wrongPasswords: 0,
  folder: [],
  tls: undefined,
  isDataProtected: false,
  channel: undefined,
  isExtendedOnly: false,
  renameFrom: undefined,
  startByte: 0,
  expectedBytes: undefined,
  abort: undefined,
});

export function getTree(session: FtpSession): FileTree {
  if (!session.signedIn) throw new FtpError(530, 'Sign in first.');
  return session.signedIn.tree;
}

/** Throws a 521 reply when data would be sent in the clear and the server requires TLS. */
export function getChannelOptions({ control, services, tls, isDataProtected }: FtpSession): ChannelOptions {
  if (!isDataProtected && !services.isPlainAllowed) throw new FtpError(521, 'Send PROT P first: data is transferred under TLS only.');
  return {
    peer: control.remoteAddress,
    tls: isDataProtected ? tls : undefined,
    connectMs: services.limits.dataConnectMs,
    stallMs: services.limits.dataStallMs,
  };
}

/** Ends the running transfer and closes the data channel. */
export function endSession(session: FtpSession): void {
  session.abort?.();
  closeChannel(session);
}

export function closeChannel(session: FtpSession): void {
  session.channel?.close();
  session.channel = undefined;
}

/** Handler of one command. Errors become the reply. */
export type FtpCommand = (session: FtpSession, argument: string) => Promise<void>;
