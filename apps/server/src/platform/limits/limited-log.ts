import type { Logger } from 'pino';

const WINDOW_MS = 60_000;
/** Subjects with separate lines in one window. Lines of further subjects are counted together. */
const MAX_SUBJECTS = 500;

/** Writes a warning. The message is a constant; what varies goes into the details. */
export type LimitedLog = (message: string, details?: object) => void;

/** Writes a line about a subject, such as an account or a client network. */
type LimitedLine<Message extends string> = (message: Message, details: object, subject: string) => void;

/**
 * Writes the first line of each message and subject at once, and then at most one per window, with the number of repetitions and the latest details. A client
 * that causes lines can therefore not fill the log. Neither can many clients: beyond `MAX_SUBJECTS`, their lines are counted by message alone.
 */
export function createLineLimit<Message extends string>(
  write: (message: Message, details: object) => void,
  windowMs = WINDOW_MS,
): LimitedLine<Message> {
  const repeated = new Map<string, { count: number; details: object }>();
  const closeWindow = (key: string, message: Message) => {
    const { count = 0, details = {} } = repeated.get(key) ?? {};
    repeated.delete(key);
    if (count === 0) return;
    write(message, { ...details, count });
    openWindow(key, message);
  };
  const openWindow = (key: string, message: Message) => {
    repeated.set(key, { count: 0, details: {} });
    setTimeout(() => closeWindow(key, message), windowMs).unref();
  };
  return (message, details, subject) => {
    const ownKey = `${message} ${subject}`;
    const key = repeated.size < MAX_SUBJECTS || repeated.has(ownKey) ? ownKey : message;
    const known = repeated.get(key);
    if (known) {
      known.count++;
      known.details = details;
      return;
    }
    write(message, details);
    openWindow(key, message);
  };
}

/** Writes warnings, each at most once per window with the number of repetitions. */
export function createLimitedLog(log: Logger, windowMs = WINDOW_MS): LimitedLog {
  const write = createLineLimit((message, details) => log.warn(details, message), windowMs);
  return (message, details = {}) => write(message, details, '');
}
