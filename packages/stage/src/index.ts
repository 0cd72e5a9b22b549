export { createPlayer } from './player.ts';
export { createStage } from './stage.ts';
export type {
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
