/** Result of a check: the state and, if there is a problem, what to do. */
export interface Finding {
  check: string;
  level: 'ok' | 'warning' | 'fault';
  message: string;
  action?: string;
}

export const createOk = (check: string, message: string): Finding => ({ check, level: 'ok', message });
export const createWarning = (check: string, message: string, action: string): Finding => ({
  check,
  level: 'warning',
  message,
  action,
});
export const createError = (check: string, message: string, action: string): Finding => ({ check, level: 'fault', message, action });
