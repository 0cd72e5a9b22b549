export { processingModule } from './module.ts';
