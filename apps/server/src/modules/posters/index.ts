export { postersModule } from './module.ts';
