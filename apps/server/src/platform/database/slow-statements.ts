/** Which statements this process waited for longest, for the console's system page where the database itself does not count them. */

export interface SlowStatement {
  /** Without its values. */
  text: string;
  calls: number;
  totalMs: number;
  maxMs: number;
}

/** Minimum duration in milliseconds. */
export const SLOW_MS = 100;
/** Maximum number of stored texts; a new one replaces the one with the lowest total. */
export const MAX_STATEMENTS = 50;
const TEXT_LENGTH = 500;

/** Counts slow statements by their text. */
export function createSlowStatements() {
  const known = new Map<string, SlowStatement>();
  const listSlowest = () => [...known.values()].toSorted((one, other) => other.totalMs - one.totalMs);
  return {
    record(statement: string, ms: number): void {
      if (ms < SLOW_MS) return;
      const text = statement.slice(0, TEXT_LENGTH);
      const before = known.get(text);
      if (before) {
        before.calls++;
        before.totalMs += ms;
        before.maxMs = Math.max(before.maxMs, ms);
        return;
      }
      if (known.size >= MAX_STATEMENTS) known.delete(listSlowest().at(-1)?.text ?? '');
      known.set(text, { text, calls: 1, totalMs: ms, maxMs: ms });
    },
    /** Statements at the start of a process are slow and not representative. */
    reset: () => known.clear(),
    slowest: (most: number): SlowStatement[] => listSlowest().slice(0, most),
  };
}

/** Slow statements of all connections of this process. */
export const slowStatements = createSlowStatements();
