export { choosePublish, type PublishCandidate, type Reason } from './choose-publish.ts';
export { listInstants, tabulateOffsets } from './clock-changes.ts';
export { type Decision, type DecisionRequest, decide } from './decide.ts';
export type { TimeSpan } from './edges.ts';
export {
  applyEmergencyUpdate,
  type EmergencyState,
  getNextEnd,
  type KnownAlert,
  listShownAlerts,
  NO_EMERGENCY,
  resetEmergencyState,
} from './emergency.ts';
export type { Explanation } from './explain.ts';
export { explain } from './explain.ts';
export {
  type CopiesOf,
  type CopyPreference,
  copiesOf,
  hasCopies,
  listMissingFiles,
  pinnedFiles,
  replacingFiles,
  uniqueFiles,
} from './files.ts';
export { type Loser, type Loss, type LossReason, listLosers, listLosses, stepLosses } from './losses.ts';
export { type ApplyResult, applyManifestChange, listAllItems } from './manifest-change.ts';
export { isOperatingAt, listHoursWindows } from './operating-hours.ts';
export { type Brightness, getBrightness, getOperation, listOffSpans, type Operation, type OperationRequest } from './operation-changes.ts';
export { getMediaId, isPackable, packContents, unpackContents } from './packed-contents.ts';
export { placeAt, type RingPlace } from './place-at.ts';
export { type PlanChange, stepPlanChanges } from './plan-changes.ts';
export { DEFAULT_PRIORITY, listWindows, toPublishSchedule, toSimpleSchedule } from './publish-schedule.ts';
export { isActiveAt, isOpenAt } from './schedule-window.ts';
export type { HasId, ItemFilter } from './sequence.ts';
export { findResumeAnchor, getNextItem } from './sequence.ts';
export { finishSteps, type Steps } from './steps.ts';
export type { Stretch, Timeline } from './timeline.ts';
export { buildTimeline, findFirstInstantAt, listInstantsAt, stepStretches, toLocalDateTime } from './timeline.ts';
export { isValidAt, type LimitedItem, listPeriodItems, listValidItems } from './validity.ts';
export {
  getLocalDate,
  getOffset,
  getWallClock,
  isInTable,
  isZoneKnown,
  type Zone,
  type ZoneWithOffsets,
} from './wall-clock.ts';
