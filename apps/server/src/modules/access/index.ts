export type { Actor, Person, ScreenActor } from './actor.ts';
export { authorize } from './authorize.ts';
