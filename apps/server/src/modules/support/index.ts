export { supportModule } from './module.ts';
