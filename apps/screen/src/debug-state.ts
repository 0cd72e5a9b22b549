/** What `window.__vitrine` tells to tests and to whoever stands before a screen with the console open. Reading only. */
export interface ScreenDebugState {
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
    __vitrine?: ScreenDebugState;
  }
}
