/** Limits of one server. Durations in milliseconds. */
export interface FtpLimits {
  connections: number;
  connectionsPerAddress: number;
  connectionsPerUser: number;
  /** Maximum time from the connection to a successful sign-in. */
  signInMs: number;
  /** Maximum number of wrong passwords on one connection. */
  signInAttempts: number;
  /** Maximum time without a command while nothing is being transferred. */
  idleMs: number;
  /** Maximum time for opening a requested data connection. */
  dataConnectMs: number;
  /** Maximum time without a transferred byte on a data connection. */
  dataStallMs: number;
  /** Time after the last byte of an upload in which an aborted connection is still detected. */
  abortGraceMs: number;
}

export const FTP_LIMITS: FtpLimits = {
  connections: 200,
  connectionsPerAddress: 40,
  connectionsPerUser: 10,
  signInMs: 60_000,
  signInAttempts: 3,
  idleMs: 5 * 60_000,
  dataConnectMs: 20_000,
  dataStallMs: 60_000,
  abortGraceMs: 60,
};
