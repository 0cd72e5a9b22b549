export { nextItem, resumeAfter } from './sequence.ts';
export type { Identified } from './sequence.ts';
