import pino, { type Logger } from 'pino';

/** What must never reach a log: the keys to accounts and screens. */
const secrets = ['req.headers.authorization', 'req.headers.cookie', '*.password', '*.secret', '*.token', '*.newPassword', '*.oldPassword'];

export const createLog = (level: string): Logger => pino({ level, redact: { paths: secrets, censor: '[redacted]' } });
