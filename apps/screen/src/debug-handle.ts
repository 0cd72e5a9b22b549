import type { Screen } from './screen.ts';
import { faceOf } from './view/face.ts';

/** What `window.__vitrine` tells to tests and to whoever stands before a screen with the console open. Reading only. */
export interface DebugHandle {
  readonly version: string;
  readonly state: string;
  readonly deviceId: string | null;
  readonly revision: number;
  readonly publishId: string | null;
  readonly itemId: string | null;
  readonly mediaId: string | null;
  readonly downloaded: number;
  readonly total: number;
  readonly failed: readonly { mediaId: string; reason: string }[];
}

declare global {
  interface Window {
    __vitrine?: DebugHandle;
  }
}

export function exposeDebugHandle(screen: Screen): void {
  window.__vitrine = Object.freeze({
    version: __VERSION__,
    get state() {
      return faceOf(screen.situation).kind;
    },
    get deviceId() {
      return screen.situation.deviceId;
    },
    get revision() {
      return screen.report.revision;
    },
    get publishId() {
      return screen.report.publishId;
    },
    get itemId() {
      return screen.report.itemId;
    },
    get mediaId() {
      return screen.report.mediaId;
    },
    get downloaded() {
      return screen.report.downloaded;
    },
    get total() {
      return screen.report.total;
    },
    get failed() {
      return screen.report.failed;
    },
  });
}
