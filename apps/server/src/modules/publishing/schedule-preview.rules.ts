import { PREVIEW_LIMITS, type PreviewCase, type PublishSchedule } from '@vitrine/contract';
import { listWindows, type PlanChange, type Steps, stepLosses, stepPlanChanges } from '@vitrine/playback';
import { type ForecastRow, toPlannedPublish } from './forecast.rules.ts';
import { toScheduleRow } from './publishing.rules.ts';

const DAY_MS = 86_400_000;

const toIso = (instant: number) => new Date(instant).toISOString();

/** Returns the publishes of a device after its publish of a playlist got another schedule. */
export const applySchedule = (rows: readonly ForecastRow[], playlistId: string, schedule: PublishSchedule, now: Date): ForecastRow[] =>
  rows.map((row) => (row.playlist_id === playlistId ? { ...row, ...toScheduleRow(schedule), updated_at: now } : row));

/** Counts the schedule windows that a comparison evaluates. */
export const countWindows = (rows: readonly ForecastRow[]): number =>
  rows.reduce((sum, row) => sum + (listWindows(toPlannedPublish(row))?.length ?? 0), 1);

interface ComparedCase {
  before: readonly ForecastRow[];
  after: readonly ForecastRow[];
  playlistId: string;
  timeZone: string;
  now: Date;
}

export type CaseEffect = Omit<PreviewCase, 'devices' | 'names'>;

/** Returns what a change of the publishes changes on a screen, by the evaluator that the screen uses. Null when it shows the same as before. */
export function* stepCaseEffect({ before, after, playlistId, timeZone, now }: ComparedCase): Steps<CaseEffect | null> {
  const plans = { before: before.map(toPlannedPublish), after: after.map(toPlannedPublish) };
  const { days, searchDays, entries } = PREVIEW_LIMITS;
  const from = now.getTime();
  const changes = yield* stepPlanChanges({ ...plans, timeZone, from, days, searchDays });
  const listed = { from, to: from + days * DAY_MS };
  const [first, last] = [changes[0], changes.at(-1)];
  const time = first && last && first.from >= listed.to ? { from: first.from, to: last.to } : listed;
  const affects = createOverlapCheck(changes);
  const losses = (yield* stepLosses({ publishes: plans.after, timeZone }, time)).filter(
    (loss) => affects(loss) || loss.publish.publishId === playlistId,
  );
  const isConcerned = changes.length > 0 || losses.some(({ publish }) => publish.publishId === playlistId);
  if (!isConcerned) return null;
  return {
    timeZone,
    changes: changes.slice(0, entries).map(presentChange),
    moreChanges: Math.max(0, changes.length - entries),
    losses: losses.slice(0, entries).map(({ publish, why, ...span }) => ({
      from: toIso(span.from),
      to: toIso(span.to),
      playlistId: publish.publishId,
      name: publish.name,
      why,
    })),
    moreLosses: Math.max(0, losses.length - entries),
  };
}

type PlannedPublish = ReturnType<typeof toPlannedPublish>;
type Span = Pick<PlanChange<PlannedPublish>, 'from' | 'to'>;

/** Returns a function that checks whether a span overlaps one of these, which are ordered and separate. It is called in the order of the starts. */
function createOverlapCheck(spans: readonly Span[]): (span: Span) => boolean {
  let next = 0;
  return ({ from, to }) => {
    while ((spans[next]?.to ?? Number.POSITIVE_INFINITY) <= from) next++;
    return (spans[next]?.from ?? Number.POSITIVE_INFINITY) < to;
  };
}

const presentPlaylist = (publish: PlannedPublish | null) => publish && { playlistId: publish.publishId, name: publish.name };

const presentChange = ({ from, to, before, after }: PlanChange<PlannedPublish>): CaseEffect['changes'][number] => ({
  from: toIso(from),
  to: toIso(to),
  before: presentPlaylist(before.publish),
  after: presentPlaylist(after.publish),
  why: after.reason,
});

/** Collects the number of devices and the names of the first ones. */
export class NamedDevices {
  devices = 0;
  readonly names: string[] = [];

  add(name: string): void {
    this.devices += 1;
    if (this.names.length < PREVIEW_LIMITS.names) this.names.push(name);
  }

  present(): { devices: number; names: string[] } {
    return { devices: this.devices, names: this.names };
  }
}
