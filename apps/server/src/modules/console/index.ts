export { consoleModule } from './module.ts';
