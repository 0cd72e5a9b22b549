export { binModule } from './module.ts';
