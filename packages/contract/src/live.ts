/**
 * The live link: Socket.IO on the API's port, one namespace per concern. Nothing depends on a
 * message arriving: most are nudges to ask the API again, and what `sync` says can be asked for as well. Names are the specification's (2 §7).
 * People connect with `auth: { token }`, screens with `auth: { deviceId, secret }`. No zod in here:
 * the screen's bundle imports this file.
 */
import type { DeviceCommandName } from './devices.ts';
import type { CommandReceipt, ManifestChange, PackedContents, ReportChanges, ScreenReport } from './screens.ts';

export const LIVE_PATH = '/socket.io';
export const NAMESPACES = { notification: '/notification', device: '/device', media: '/media', screen: '/screen' } as const;

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
  notification: (nudge: { topic: 'albums' | 'playlists' | 'notifications' | 'organisations' }) => void;
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
  /** Many hear of one at once: whoever has to ask does it within this many milliseconds, and reports within them. */
  withinMs?: number;
  /** How it differs from the one before; without it, or with another one before, the manifest is asked for. */
  change?: ManifestChange;
  /** What playlists of the change show, as far as it is short. */
  contents?: PackedContents[];
}

/** `load` comes with `reload`: the version to load first. Whoever knows nothing of it only loads the page again. */
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

/** Server to screen, and back. */
export interface ScreenEvents {
  sync: (message: SyncMessage) => void;
  /** Not a nudge but the thing itself: one that comes too late must not be done later. */
  action: (command: ScreenCommand) => void;
  /** What the last changes refer to is not known here: the whole report, please. */
  whole: () => void;
}
export interface ScreenSends {
  /** Acknowledged with true when what follows on this link may be `changes`; a server that takes none acknowledges with nothing. */
  report: (report: ScreenReport, acknowledge: (takesChanges: boolean) => void) => void;
  /** To what was said before on this link, which keeps its order. */
  changes: (changes: ReportChanges) => void;
  receipt: (receipt: CommandReceipt) => void;
}
