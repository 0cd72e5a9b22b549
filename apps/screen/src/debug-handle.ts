import type {} from './debug-state.ts';
import type { Screen } from './screen.ts';
import { getStatusView } from './view/status-view.ts';

export function exposeDebugHandle(screen: Screen): void {
  window.__vitrine = Object.freeze({
    version: __VERSION__,
    get state() {
      return getStatusView(screen.situation).kind;
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
