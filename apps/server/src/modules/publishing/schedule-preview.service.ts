import { LIMITS, PREVIEW_LIMITS, type PublishSchedule, type SchedulePreview } from '@vitrine/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { runWithPauses } from '../../platform/run-with-pauses.ts';
import { authorize, type Person } from '../access/index.ts';
import { getPlanKey } from './device-day.rules.ts';
import { applyPublish, type ForecastRow } from './forecast.rules.ts';
import { createSummaryCache, type FileSizes, sumSizes } from './playlist-summaries.read-model.ts';
import { listPublishesInBatches } from './publish-batches.read-model.ts';
import { findPlaylistName, listDeviceDownloads } from './publishing.read-model.ts';
import { applySchedule, type CaseEffect, countWindows, NamedDevices, stepCaseEffect } from './schedule-preview.rules.ts';
import { listTaggedDevices } from './tag-publishes.store.ts';

const DAY_MS = 86_400_000;

export interface PreviewedChange {
  action: 'publish' | 'schedule';
  playlistId: string;
  /** Undefined keeps existing schedules. */
  schedule?: PublishSchedule;
  deviceIds?: string[];
  tagIds?: string[];
}

type PreviewedDevice = Awaited<ReturnType<typeof listDeviceDownloads>>[number];

/** Properties that the devices of one case share. */
interface ComparedCase {
  effect: CaseEffect | null;
  neededBytes: number;
  /** Bytes of files that no playlist before the change requires. */
  newBytes: number;
}

/** Computes what a publish or a schedule would change on up to 5,000 devices, without saving it. */
export function createSchedulePreviewService({ db, clock }: { db: Database; clock: Clock }) {
  const listTargets = async (actor: Person, { deviceIds, tagIds }: PreviewedChange): Promise<PreviewedDevice[]> => {
    if (tagIds) await authorize(db, actor, 'deviceTag.read', [...new Set(tagIds)]);
    const asked = tagIds ? (await listTaggedDevices(db, tagIds)).slice(0, LIMITS.publishDevices) : (deviceIds ?? []);
    const devices = await listDeviceDownloads(db, [...new Set(asked)]);
    await authorize(
      db,
      actor,
      'device.read',
      devices.map(({ id }) => id),
    );
    return devices;
  };

  return {
    /** NOT_FOUND. */
    async preview(actor: Person, change: PreviewedChange): Promise<SchedulePreview> {
      const { action, playlistId, schedule } = change;
      await authorize(db, actor, 'playlist.read', [playlistId]);
      const name = await findPlaylistName(db, playlistId);
      if (name === undefined) throw new AppError('NOT_FOUND');
      const targets = await listTargets(actor, change);
      const summarize = createSummaryCache(db);
      const { periods } = await summarize(playlistId);
      const now = clock.now();
      const apply = (rows: ForecastRow[]) =>
        action === 'publish'
          ? applyPublish(rows, { id: playlistId, name, schedule, periods }, now)
          : applySchedule(rows, playlistId, schedule ?? { schedule: null }, now);
      const compare = async (rows: ForecastRow[], timeZone: string): Promise<ComparedCase> => {
        const after = apply(rows);
        const sizes = async (list: readonly ForecastRow[]): Promise<FileSizes[]> =>
          Promise.all(list.map(async (row) => (await summarize(row.playlist_id)).sizes));
        const [neededBytes, storedBytes] = [sumSizes(await sizes(after)), sumSizes(await sizes(rows))];
        return {
          effect: await runWithPauses(stepCaseEffect({ before: rows, after, playlistId, timeZone, now })),
          neededBytes,
          newBytes: neededBytes - storedBytes,
        };
      };
      const isCompared = ({ rows }: DeviceWithRows) => action === 'publish' || rows.some((row) => row.playlist_id === playlistId);
      const until = new Date(now.getTime() + PREVIEW_LIMITS.days * DAY_MS);
      return {
        from: now.toISOString(),
        to: until.toISOString(),
        ...(await compareDevices(listDevicesWithRows(db, targets), isCompared, compare)),
      };
    },
  };
}

export type SchedulePreviewService = ReturnType<typeof createSchedulePreviewService>;

interface DeviceWithRows {
  device: PreviewedDevice;
  rows: ForecastRow[];
}

async function* listDevicesWithRows(db: Database, devices: readonly PreviewedDevice[]): AsyncGenerator<DeviceWithRows> {
  const byId = new Map(devices.map((device) => [device.id, device]));
  for await (const { deviceId, rows } of listPublishesInBatches(db, [...byId.keys()])) {
    const device = byId.get(deviceId);
    if (device) yield { device, rows };
  }
}

/** Compares each distinct case once, as far as the limits allow, and joins the devices with the same effect. */
async function compareDevices(
  devices: AsyncIterable<DeviceWithRows>,
  isCompared: (device: DeviceWithRows) => boolean,
  compare: (rows: ForecastRow[], timeZone: string) => Promise<ComparedCase>,
): Promise<Omit<SchedulePreview, 'from' | 'to'>> {
  const compared = new Map<string, ComparedCase>();
  const effects = new Map<string, { effect: CaseEffect; named: NamedDevices }>();
  const [downloading, tooLarge] = [new NamedDevices(), new NamedDevices()];
  let [count, windows, unchanged, notCompared, bytes] = [0, 0, 0, 0, 0];
  for await (const listed of devices) {
    if (!isCompared(listed)) continue;
    count += 1;
    const { device, rows } = listed;
    const key = getPlanKey(rows, device.time_zone);
    let known = compared.get(key);
    if (!known) {
      const caseWindows = countWindows(rows);
      windows += caseWindows;
      if (compared.size === PREVIEW_LIMITS.cases || caseWindows > PREVIEW_LIMITS.caseWindows || windows > PREVIEW_LIMITS.windows) {
        notCompared += 1;
        continue;
      }
      known = await compare(rows, device.time_zone);
      compared.set(key, known);
    }
    const { effect, neededBytes, newBytes } = known;
    if (newBytes > 0 || !device.is_complete) {
      downloading.add(device.name);
      bytes ||= newBytes;
    }
    if (device.quota_bytes !== null && neededBytes > device.quota_bytes) tooLarge.add(device.name);
    if (!effect) {
      unchanged += 1;
      continue;
    }
    const same = JSON.stringify(effect);
    const group = effects.get(same) ?? { effect, named: new NamedDevices() };
    effects.set(same, group);
    group.named.add(device.name);
  }
  const cases = [...effects.values()].map(({ effect, named }) => ({ ...named.present(), ...effect }));
  return {
    devices: count - notCompared,
    unchanged,
    notCompared,
    cases: cases.toSorted((one, other) => other.devices - one.devices),
    downloading: { ...downloading.present(), bytes },
    tooLarge: tooLarge.present(),
  };
}
