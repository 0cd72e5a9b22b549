/** What a check found: what is so, and where that is wrong, what to do. */
export interface Finding {
  check: string;
  level: 'ok' | 'warning' | 'fault';
  says: string;
  todo?: string;
}

export const ok = (check: string, says: string): Finding => ({ check, level: 'ok', says });
export const warning = (check: string, says: string, todo: string): Finding => ({ check, level: 'warning', says, todo });
export const fault = (check: string, says: string, todo: string): Finding => ({ check, level: 'fault', says, todo });
