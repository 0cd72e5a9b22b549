import type { Logger } from 'pino';

const WINDOW_MS = 60_000;

/** Writes a warning. The message is a constant; what varies goes into the details. */
export type LimitedLog = (message: string, details?: object) => void;

/**
 * Writes each message at once the first time, and then at most once per window with the number of repetitions and the latest details.
 * A client that triggers a warning can therefore not fill the log.
 */
export function createLimitedLog(log: Logger, windowMs = WINDOW_MS): LimitedLog {
  const repeated = new Map<string, { count: number; details: object }>();
  const closeWindow = (message: string) => {
    const { count = 0, details = {} } = repeated.get(message) ?? {};
    repeated.delete(message);
    if (count === 0) return;
    log.warn({ ...details, count }, message);
    openWindow(message);
  };
  const openWindow = (message: string) => {
    repeated.set(message, { count: 0, details: {} });
    setTimeout(() => closeWindow(message), windowMs).unref();
  };
  return (message, details = {}) => {
    const known = repeated.get(message);
    if (known) {
      known.count++;
      known.details = details;
      return;
    }
    log.warn(details, message);
    openWindow(message);
  };
}
