import type { SecureContext } from 'node:tls';
import type { Logger } from 'pino';
import type { ControlConnection } from './control-connection.ts';
import type { ChannelOptions, DataChannel, PortRange } from './data-channel.ts';
import type { FileTree, FtpSignIn, SignedInFtp, TreePath } from './file-tree.ts';
import type { FtpLimits } from './ftp-limits.ts';
import { FtpRefusal } from './replies.ts';

/** What all sessions of one server share. */
export interface FtpServices {
  signIn: FtpSignIn;
  secureContext: SecureContext;
  passivePorts: PortRange | undefined;
  limits: FtpLimits;
  log: Logger;
  /** Counts the connection as this person's until it ends; false when they have too many. */
  admit: (session: FtpSession, userId: string) => boolean;
}

/** What one client has said so far. */
export interface FtpSession {
  readonly control: ControlConnection;
  readonly services: FtpServices;
  userName: string | undefined;
  signedIn: SignedInFtp | undefined;
  wrongPasswords: number;
  folder: TreePath;
  isDataProtected: boolean;
  channel: DataChannel | undefined;
  /** EPSV ALL was sent: nothing else may open data connections. */
  isExtendedOnly: boolean;
  renameFrom: TreePath | undefined;
  /** From REST, for the next transfer alone. */
  startByte: number;
  /** From ALLO, for the next upload alone. */
  expectedBytes: number | undefined;
  /** Ends the running transfer before its time. */
  abort: (() => void) | undefined;
}

export const createSession = (control: ControlConnection, services: FtpServices): FtpSession => ({
  control,
  services,
  userName: undefined,
  signedIn: undefined,
  wrongPasswords: 0,
  folder: [],
  isDataProtected: false,
  channel: undefined,
  isExtendedOnly: false,
  renameFrom: undefined,
  startByte: 0,
  expectedBytes: undefined,
  abort: undefined,
});

export function treeOf(session: FtpSession): FileTree {
  if (!session.signedIn) throw new FtpRefusal(530, 'Please sign in first.');
  return session.signedIn.tree;
}

export function channelOptions({ control, services, isDataProtected }: FtpSession): ChannelOptions {
  return {
    peer: control.remoteAddress,
    secureContext: isDataProtected ? services.secureContext : undefined,
    connectMs: services.limits.dataConnectMs,
    stallMs: services.limits.dataStallMs,
  };
}

/** Lets go of whatever the session still holds. */
export function endSession(session: FtpSession): void {
  session.abort?.();
  session.channel?.close();
  session.channel = undefined;
}

/** One command's handler. What it throws becomes the reply. */
export type FtpCommand = (session: FtpSession, argument: string) => Promise<void>;
