export { storageOverviewModule } from './module.ts';
