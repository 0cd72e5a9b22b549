import { type Device, type ScreenReport, type ScreenState, screenReport } from '@vitrine/contract';
import type { DeviceRow } from './devices.read-model.ts';
import type { Reported } from './screen-reports.ts';

export interface Shown {
  playlistName: string | null;
  fileId: string | null;
}

export function presentDevice(row: DeviceRow, reported: Reported | undefined, shown: Shown): Device {
  return {
    _id: row.id,
    name: row.name,
    deviceId: row.device_code,
    timeZone: row.time_zone,
    status: row.live_process_id === null ? 0 : 1,
    showInfo: row.show_info ? 1 : 0,
    userId: row.user_id,
    orgId: row.org_id,
    versionCode: row.version_code,
    revision: row.revision,
    screen: reported ? presentState(reported.report, reported.at, shown) : null,
    hasActivePlaylist: row.has_active,
    deployedAt: row.deployed_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

/** The newest that is known: from this process's memory, else what the database kept. */
export function newestReport(row: DeviceRow, inMemory: Reported | undefined): Reported | undefined {
  if (inMemory) return inMemory;
  const kept = screenReport.safeParse(row.report);
  return kept.success && row.reported_at ? { report: kept.data, at: row.reported_at } : undefined;
}

const presentState = (report: ScreenReport, at: Date, shown: Shown): ScreenState => ({
  revision: report.revision,
  downloaded: report.downloaded,
  total: report.total,
  playlistName: shown.playlistName,
  mediaId: report.mediaId,
  thumbnailKey: shown.fileId,
  at: at.toISOString(),
});
