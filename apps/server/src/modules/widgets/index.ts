export { widgetsModule } from './module.ts';
