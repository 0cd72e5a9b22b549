export { type SystemApi, systemModule } from './module.ts';
