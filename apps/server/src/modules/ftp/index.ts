export { ftpModule } from './module.ts';
