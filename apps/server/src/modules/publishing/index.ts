export { publishingModule } from './module.ts';
