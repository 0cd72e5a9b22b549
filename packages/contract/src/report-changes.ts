import type { ReportChanges, ScreenReport } from './screens.ts';

/** What of a report differs from the one before; null when nothing does. */
export function changesBetween(before: ScreenReport, after: ScreenReport): ReportChanges | null {
  const names = (Object.keys(after) as (keyof ScreenReport)[]).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  return names.length === 0 ? null : Object.fromEntries(names.map((name) => [name, after[name]]));
}
