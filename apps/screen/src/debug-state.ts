/** State of the screen as `window.__vitrine`, for tests and for support on site. Read-only. */
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
