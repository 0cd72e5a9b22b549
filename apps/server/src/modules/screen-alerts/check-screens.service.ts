import { type OperatingHours, SCREEN_CONDITIONS, screenReport } from '@vitrine/contract';
import { isOperatingAt } from '@vitrine/playback';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Ports } from '../../platform/ports.ts';
import { type DeviceDeployment, deployments, visitOperatingHours } from '../devices/index.ts';
import { type CheckedDevice, listDevicesToCheck, listFeedsToCheck, listSourcesToCheck, type StoredAlert } from './conditions.read-model.ts';
import { evaluateCondition, getDueTime, mergeConditions, type ScreenFacts } from './conditions.rules.ts';
import { type AlertChanges, createAlertChanges, type NewAlert, storeAlertChanges, storeFeedAlertChanges } from './screen-alerts.store.ts';

/** Number of devices of one query, which reads only those with a possible problem. */
const PAGE_SIZE = 2000;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

const NO_SUBJECT = { deviceId: null, sourceId: null, feedId: null };

type FoundState = 'holds' | 'over' | 'unknown' | 'off';

/** Adds the change of one alert. */
function addChange(
  changes: AlertChanges,
  state: FoundState,
  stored: StoredAlert | undefined,
  alert: Omit<NewAlert, 'dueAt'>,
  now: Date,
): void {
  if (!stored) {
    if (state === 'holds') changes.begun.push({ ...alert, dueAt: getDueTime(alert.kind, now) });
  } else if (state === 'off') changes.disabled.push(stored.id);
  else if (state === 'holds' && stored.isEnded) changes.resumed.push(stored.id);
  else if (state === 'over' && !stored.isEnded) changes.ended.push(stored.id);
}

/** A data source or a feed, which fails when it can't be fetched. */
interface Fetched {
  is_on: boolean;
  failing_since: Date | null;
  alert: StoredAlert | null;
}

function addFetched(
  changes: AlertChanges,
  { is_on, failing_since, alert }: Fetched,
  subject: Pick<NewAlert, 'kind'> & Partial<NewAlert>,
  now: Date,
): void {
  const state = is_on ? (failing_since ? 'holds' : 'over') : 'off';
  addChange(changes, state, alert ?? undefined, { ...NO_SUBJECT, ...subject, since: failing_since ?? now }, now);
}

/**
 * Evaluates the conditions of all screens and data sources from their last reports. The number of statements does not grow with the number of screens, and a
 * report causes no work. One worker checks at a time. When a second one checks while it starts, each change applies only to alerts that have not changed since
 * they were read.
 */
export function createScreenChecks({ db, clock, port }: { db: Database; clock: Clock } & Pick<Ports, 'port'>) {
  /** Loads the forecasts of the devices that show nothing. */
  const loadForecasts = (devices: readonly CheckedDevice[]): Promise<Map<string, DeviceDeployment>> =>
    port(deployments).listByDevice(
      db,
      devices.filter(({ report }) => report !== null && (report as { publishId?: string | null }).publishId === null).map(({ id }) => id),
    );

  const getFacts = (device: CheckedDevice, hours: OperatingHours[], forecast: DeviceDeployment['forecast'] | undefined): ScreenFacts => {
    const parsed = screenReport.safeParse(device.report);
    return {
      isOnline: device.is_online,
      seenAt: device.seen_at,
      isInUse: device.is_in_use,
      report: parsed.success ? parsed.data : null,
      doesPictureDiffer: device.differs,
      isOnAt: (at) => isOperatingAt(hours, device.time_zone, at.getTime()),
      // An empty screen between two windows of a schedule is no problem.
      hasNothingToShow: device.is_in_use && (!forecast || forecast.now !== null || forecast.next === null),
    };
  };

  const addDevice = (changes: AlertChanges, device: CheckedDevice, facts: ScreenFacts, now: Date): void => {
    const limits = mergeConditions(device.tag_conditions ?? [], device.owner_conditions);
    for (const kind of SCREEN_CONDITIONS) {
      const stored = device.alerts.find((alert) => alert.kind === kind);
      const evaluated = limits.isOn(kind) ? evaluateCondition(kind, facts, limits, now) : ({ state: 'off' } as const);
      const since = evaluated.state === 'holds' ? evaluated.since : now;
      addChange(changes, evaluated.state, stored, { ...NO_SUBJECT, deviceId: device.id, kind, since }, now);
    }
  };

  const store = async (changes: AlertChanges, now: Date, write = storeAlertChanges): Promise<void> => {
    if (Object.values(changes).every((list) => list.length === 0)) return;
    await db.transaction().execute((tx) => write(tx, changes, now));
  };

  return {
    async checkScreens(): Promise<void> {
      const now = clock.now();
      for (let after: string | null = FIRST_ID; after !== null; ) {
        const page = await listDevicesToCheck(db, now, after, PAGE_SIZE);
        const forecasts = await loadForecasts(page.devices);
        const changes = createAlertChanges();
        await visitOperatingHours(db, page.devices, (device, hours) =>
          addDevice(changes, device, getFacts(device, hours, forecasts.get(device.id)?.forecast), now),
        );
        await store(changes, now);
        after = page.last;
      }
    },

    /** Checks data sources and feeds of public warnings. */
    async checkSources(): Promise<void> {
      const now = clock.now();
      const ofSources = createAlertChanges();
      for (const source of await listSourcesToCheck(db, now)) addFetched(ofSources, source, { kind: 'source', sourceId: source.id }, now);
      await store(ofSources, now);
      const ofFeeds = createAlertChanges();
      for (const feed of await listFeedsToCheck(db, now)) addFetched(ofFeeds, feed, { kind: 'feed', feedId: feed.id }, now);
      await store(ofFeeds, now, storeFeedAlertChanges);
    },
  };
}
