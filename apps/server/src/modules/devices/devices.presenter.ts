import {
  type Device,
  type DeviceCommand,
  deviceCommandName,
  LIMITS,
  pictureFit,
  rotation,
  type ScreenReport,
  type ScreenState,
  screenReport,
} from '@vitrine/contract';
import { utcOffsetsOf } from '../../platform/utc-offsets.ts';
import type { CommandRow } from './commands/device-commands.store.ts';
import { presentOperation } from './device-operation.rules.ts';
import type { DeviceDeployment } from './devices.events.ts';
import type { DeviceRow, ShownItem } from './devices.read-model.ts';
import type { ReceivedReport } from './screens/screen-report-cache.ts';

/** Data about a device in addition to its row. */
export interface DeviceState {
  reported: ReceivedReport | undefined;
  shown: ShownItem;
  deployment: DeviceDeployment;
}

export const NO_SHOWN_ITEM: ShownItem = { playlist: null, fileId: null, ownerName: null };
export const NO_DEPLOYMENT: DeviceDeployment = { forecast: { now: null, reason: 'idle', until: null, next: null }, deployedAt: null };

export function presentDevice(row: DeviceRow, { reported, shown, deployment }: DeviceState, now: Date): Device {
  return {
    _id: row.id,
    name: row.name,
    deviceId: row.device_code,
    timeZone: row.time_zone,
    utcOffsets: utcOffsetsOf(row.time_zone, now),
    status: row.live_process_id === null ? 0 : 1,
    showInfo: row.show_info ? 1 : 0,
    fit: pictureFit.parse(row.fit),
    rotation: rotation.nullable().parse(row.rotation),
    volume: row.volume,
    ...presentOperation(row, row.time_zone, now),
    userId: row.user_id,
    orgId: row.org_id,
    tags: row.tags,
    seenAt: row.seen_at.toISOString(),
    versionCode: row.version_code,
    ip: row.address,
    temperature: reported?.report.temperature ?? null,
    underVoltage: reported?.report.underVoltage ?? null,
    mute: reported?.report.muted === false ? 0 : 1,
    action: row.last_command && presentCommand(row.last_command, now),
    revision: row.revision,
    screen: reported ? presentState(reported.report, reported.at, shown) : null,
    forecast: deployment.forecast,
    hasActivePlaylist: deployment.deployedAt !== null,
    deployedAt: deployment.deployedAt?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

/** Returns the newest known report: from this process's memory, otherwise from the database. */
export function getNewestReport(row: DeviceRow, inMemory: ReceivedReport | undefined): ReceivedReport | undefined {
  if (inMemory) return inMemory;
  const stored = screenReport.safeParse(row.report);
  return stored.success && row.reported_at ? { report: stored.data, at: row.reported_at } : undefined;
}

const presentState = (report: ScreenReport, at: Date, shown: ShownItem): ScreenState => ({
  revision: report.revision,
  downloaded: report.downloaded,
  total: report.total,
  playlistName: shown.playlist?.name ?? null,
  ...(shown.playlist?.synchronized && { synchronized: true }),
  mediaId: report.mediaId,
  thumbnailKey: shown.fileId,
  ...(shown.ownerName !== null && { ownerName: shown.ownerName }),
  failed: report.failed,
  failedVersions: report.shell?.bad ?? [],
  ...(report.shell?.causes && { failureCauses: report.shell.causes }),
  paused: report.paused,
  ...(report.off && { off: true as const }),
  canReboot: report.canReboot,
  canPowerOff: report.canPowerOff,
  health: report.health,
  at: at.toISOString(),
});

/** Returns true while the screen may still confirm the command. */
export const isCommandPending = ({ state, created_at }: Pick<CommandRow, 'state' | 'created_at'>, now: Date): boolean =>
  (state === 'sent' || state === 'delivered') && now.getTime() - new Date(created_at).getTime() < LIMITS.commandMs;

export function presentCommand(row: CommandRow, now: Date): DeviceCommand {
  const isOver = row.state === 'done' || row.state === 'failed';
  const isExpired = !isOver && !isCommandPending(row, now);
  return {
    _id: row.id,
    action: deviceCommandName.parse(row.command),
    state: isExpired ? 'expired' : (row.state as DeviceCommand['state']),
    reason: row.reason,
    createdAt: new Date(row.created_at).toISOString(),
    updatedAt: new Date(row.updated_at).toISOString(),
  };
}
