export { type AlertTone, type PlayingTone, startTone } from './alert-tones.ts';
export { type AlignedPlayerOptions, createAlignedPlayer } from './aligned-player.ts';
export { type OpenFeed, openHlsStream } from './hls-stream.ts';
export { createLiveSurface, type OpenStream } from './live-surface.ts';
export { createPageSurface } from './page-surface.ts';
export { createPlayer } from './player.ts';
export { createStage } from './stage.ts';
export type { LoadLimits, Surface, SurfaceHost } from './surface.ts';
export type {
  LoadWidget,
  MediaSource,
  Player,
  PlayerOptions,
  Prepared,
  SetItemsOptions,
  Stage,
  StageEvents,
  StageFit,
  StageItem,
  StageOptions,
} from './types.ts';
export { createWidgetSurface, type DrawnWidget } from './widget-surface.ts';
export { openYouTubeStream } from './youtube-stream.ts';
export { getZoneRects, type ZoneRect } from './zone-rects.ts';
