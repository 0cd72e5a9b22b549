export type { Decision, DecisionRequest, PublishCandidate, Reason } from './decide.ts';
export { decide } from './decide.ts';
export type { Explanation } from './explain.ts';
export { explain } from './explain.ts';
export { type CopiesOf, copiesOf, listMissingFiles, pinnedFiles, replacingFiles, uniqueFiles } from './files.ts';
export { type ApplyResult, applyManifestChange } from './manifest-change.ts';
export { packContents, unpackContents } from './packed-contents.ts';
export type { HasId, ItemFilter } from './sequence.ts';
export { findResumeAnchor, getNextItem } from './sequence.ts';
export type { Stretch, Timeline, TimeSpan } from './timeline.ts';
export { buildTimeline, findFirstInstantAt, listInstantsAt, toLocalDateTime } from './timeline.ts';
export {
  getLocalDate,
  getOffset,
  getWallClock,
  isInTable,
  isZoneKnown,
  tabulateOffsets,
  type Zone,
  type ZoneWithOffsets,
} from './wall-clock.ts';
