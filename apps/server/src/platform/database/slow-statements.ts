/** Which statements this process waited for longest, for the console's system page where the database itself does not count them. */

export interface SlowStatement {
  /** Without its values. */
  text: string;
  calls: number;
  totalMs: number;
  maxMs: number;
}

/** Faster ones are none of them. */
export const SLOW_MS = 100;
/** So many texts are known at a time; one more takes the place of the one that took least. */
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
    /** What the start of a process takes long for says nothing of the work after it. */
    reset: () => known.clear(),
    slowest: (most: number): SlowStatement[] => listSlowest().slice(0, most),
  };
}

/** Of all connections of this process. */
export const slowStatements = createSlowStatements();
