import pino, { type DestinationStream, type Logger } from 'pino';

/** Keys to accounts and screens, which must never be in a log. */
const secrets = ['req.headers.authorization', 'req.headers.cookie', '*.password', '*.secret', '*.token', '*.newPassword', '*.oldPassword'];

/** Creates the log of this process: JSON lines on standard output unless another destination is given. */
export const createLog = (level: string, destination?: DestinationStream): Logger =>
  pino({ level, redact: { paths: secrets, censor: '[redacted]' } }, destination);
