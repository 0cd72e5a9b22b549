import { hash } from 'node:crypto';
import type { Logger } from 'pino';
import { createLineLimit } from './limits/limited-log.ts';
import { rateLimitKey } from './network-addresses.ts';

type Success = 'signed in' | 'session confirmed';
type Refusal = 'sign-in refused' | 'proof refused' | 'access refused' | 'too many attempts';

/** Facts of a line. None of them is a password, a code, a token, an email address or a complete IPv6 address. */
export interface SecurityFacts {
  /** Id of the account, if it is known. */
  account?: string | undefined;
  /** Email address that was entered. The line contains the beginning of its hash. */
  email?: string | undefined;
  /** Address of the client. The line contains its network, as limits count it. */
  address: string;
  /** How the person signed in. */
  method?: string | undefined;
  /** Error code of a refusal. */
  code?: string | undefined;
  /** Method and path of the route, with names in place of ids. */
  route?: string | undefined;
  requestId?: string | undefined;
}

/** Writes a line, or counts it if the same account or network has caused the same line within the last minute. */
export interface SecurityLog {
  recordSuccess(message: Success, facts: SecurityFacts): void;
  recordRefusal(message: Refusal, facts: SecurityFacts): void;
}

const EMAIL_DIGEST_LENGTH = 12;

/** Identifies an email address without revealing it, or a password that was entered in its place. */
const digestEmail = (email: string): string => hash('sha256', email.trim().toLowerCase(), 'hex').slice(0, EMAIL_DIGEST_LENGTH);

/**
 * Writes sign-ins and refusals, one line each, also at the default level `warn`. Further lines of an account or network in the same minute are counted in one
 * line. Refusals are limited separately, so that attackers cannot hide sign-ins among them.
 */
export function createSecurityLog(log: Logger): SecurityLog {
  const child = log.child({ log: 'security' }, log.isLevelEnabled('warn') ? { level: 'info' } : {});
  const createRecorder = <Message extends string>() => {
    const write = createLineLimit<Message>((message, details) => child.info(details, message));
    return (message: Message, { address, email, ...facts }: SecurityFacts) => {
      const network = rateLimitKey(address);
      const line = { ...facts, ...(email !== undefined && { email: digestEmail(email) }), network };
      write(message, line, `${facts.code ?? ''} ${facts.account ?? network}`);
    };
  };
  return { recordSuccess: createRecorder<Success>(), recordRefusal: createRecorder<Refusal>() };
}
