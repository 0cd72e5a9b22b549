import type { ReportChanges, ScreenReport } from './screens.ts';

/** Returns the fields of a report that changed; null when all are equal. */
export function diffReports(before: ScreenReport, after: ScreenReport): ReportChanges | null {
  const names = (Object.keys(after) as (keyof ScreenReport)[]).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  return names.length === 0 ? null : Object.fromEntries(names.map((name) => [name, after[name]]));
}
