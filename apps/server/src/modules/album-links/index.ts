export { albumLinksModule } from './module.ts';
