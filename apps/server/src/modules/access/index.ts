export type { Actor, Person, ScreenActor } from './actor.ts';
export { authorize } from './authorize.ts';
export { listOwned, readersOfAlbums, readsAlbum } from './owners.ts';
export { audienceOf, authorizeList, authorizeNew, belongsTo, type Whose } from './whose.ts';
