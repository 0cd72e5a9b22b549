export type { Actor, Person, ScreenActor } from './actor.ts';
export { type Action, authorize } from './authorize.ts';
