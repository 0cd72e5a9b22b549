export type { Decidable, Decision, Question, Reason } from './decide.ts';
export { decide } from './decide.ts';
export { missingFiles, unneededFiles } from './files.ts';
export type { Allowed, Identified } from './sequence.ts';
export { nextItem, resumeAfter } from './sequence.ts';
export { dayOf } from './wall-time.ts';
