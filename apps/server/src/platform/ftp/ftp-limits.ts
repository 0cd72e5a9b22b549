/** Limits of one server. Durations in milliseconds. */
export interface FtpLimits {
  connections: number;
  connectionsPerAddress: number;
  connectionsPerUser: number;
  /** From the connection to a successful sign-in. */
  signInMs: number;
  /** Wrong passwords on one connection. */
  signInAttempts: number;
  /** Without a command, while nothing is being transferred. */
  idleMs: number;
  /** For the client to open the data connection it asked for. */
  dataConnectMs: number;
  /** Without a byte in either direction while data should flow. */
  dataStallMs: number;
  /** How long after the last byte of an upload its connection may still turn out to be dead. */
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
