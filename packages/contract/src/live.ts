/**
 * The live link: Socket.IO on the API's port, with one namespace per topic. Nothing depends on the arrival of a message: most messages only ask clients to
 * call the API again, and the content of `sync` can be requested as well. Names are the specification's (2 §7). Users connect with `auth: { token }`, screens
 * with `auth: { deviceId, secret }`. No zod here, because the screen's bundle imports this file.
 */
import type { DeviceCommandName } from './devices.ts';
import type { CommandReceipt, ManifestChange, PackedContents, ReportChanges, ScreenReport } from './screens.ts';

export const LIVE_PATH = '/socket.io';
export const NAMESPACES = { notification: '/notification', device: '/device', media: '/media', screen: '/screen' } as const;
/** Parameters in the address of a live link that joins only the namespace of screens. */
export const SCREEN_CLIENT = { client: 'screen' } as const;

export interface VideoTranscode {
  result: {
    _id: string;
    albumId: string;
    status: number;
    videoThumbnail: string | null;
    keys: Record<string, string>;
    main: string | null;
  };
  message: string;
  /** 0 to 100 while processing. */
  progress: number;
}

export interface DeviceStatus {
  type: 'DEVICE_STATUS_UPDATE' | 'DEVICE_ACTION' | 'PUBLISH_UPDATE' | 'VERSION_UPDATE_COMPLETE';
  /** The device's `_id`. */
  deviceId: string;
}

export interface ContentDownload {
  type: 'start' | 'progress' | 'complete';
  deviceId: string;
  revision: number;
  downloaded: number;
  total: number;
}

/** Server to people. */
export interface NotificationEvents {
  notification: (nudge: { topic: 'albums' | 'playlists' | 'notifications' | 'organisations' | 'sources' | 'emergency' }) => void;
}
export interface DeviceEvents {
  devicestatus: (nudge: DeviceStatus) => void;
  publishUpdate: (nudge: { deviceId: string }) => void;
}
export interface MediaEvents {
  contentDownload: (nudge: ContentDownload) => void;
  videoTranscode: (nudge: VideoTranscode) => void;
  /** Media of an album came, went or changed. */
  albumUpdate: (nudge: { albumId: string }) => void;
}

/** No message to a screen is longer: a playlist that would make it so is fetched by its digest. */
export const SYNC_MAX_BYTES = 64 * 1024;

/** There is a manifest with another number. */
export interface SyncMessage {
  revision: number;
  /** Many screens receive the message at once. Their requests and reports are to be spread over this many milliseconds. */
  withinMs?: number;
  /** Difference to the previous revision. Without it, or with another previous revision, the manifest is requested. */
  change?: ManifestChange;
  /** Contents of the change's playlists, as far as they are short. */
  contents?: PackedContents[];
}

/** `load` accompanies `reload` and names the version to load first. Screens that do not know it only reload the page. */
export interface ScreenCommand {
  id: string;
  action: DeviceCommandName;
  load?: VersionToLoad;
}

/** A version whose files this server has, and their name by content. */
export interface VersionToLoad {
  versionId: string;
  shell: string;
}

/** An alert of a screen: a prepared message that covers all other content until its end. */
export interface EmergencyAlertState {
  alertId: string;
  messageId: string;
  /** Digest of the prepared message; empty when the alert has ended. */
  digest: string;
  /** Epoch milliseconds by the server's clock; 0 when the alert has ended. */
  endsAt: number;
  drill: boolean;
}

/**
 * Alerts of a screen that changed, or all of them. The revision orders the messages, however they arrive. The prepared messages themselves are requested by
 * screens that have others.
 */
export interface EmergencyUpdate {
  revision: number;
  /** Digest of all prepared messages of the screen's owner; empty when there are none. */
  document: string;
  alerts: EmergencyAlertState[];
  /** True when the screen has no other alerts. */
  isComplete: boolean;
  /** Time over which screens spread their requests for prepared messages. */
  withinMs?: number;
}

/** Server to screen, and back. */
export interface ScreenEvents {
  sync: (message: SyncMessage) => void;
  /** Unlike other messages this is the command itself. A command that arrives too late must not be executed. */
  action: (command: ScreenCommand) => void;
  emergency: (update: EmergencyUpdate) => void;
  /** The screen sends a screenshot within a minute. Screens of earlier versions ignore it. */
  screenshot: () => void;
  /** Screens are moved to another address, which a screen requests within this time. Screens of earlier versions ignore it. */
  move: (announcement: { withinMs: number }) => void;
  /** The server has lost the report that the changes refer to and needs a complete one. */
  whole: () => void;
}
export interface ScreenSends {
  /** Acknowledged with true when what follows on this link may be `changes`; a server that takes none acknowledges with nothing. */
  report: (report: ScreenReport, acknowledge: (takesChanges: boolean) => void) => void;
  /** Changes to the previous report on this link, which keeps its order. */
  changes: (changes: ReportChanges) => void;
  receipt: (receipt: CommandReceipt) => void;
  /** Confirms alerts after the frame with their message was painted. `silentIds` are those of them whose sound the browser blocks. */
  painted: (painted: { alertIds: string[]; silentIds?: string[] }) => void;
}
