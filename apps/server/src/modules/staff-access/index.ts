export { staffAccessModule } from './module.ts';
