export { albumLinksModule } from './module.ts';
export { getLinkKey, PAGE_LIMITS } from './shared-albums.routes.ts';
