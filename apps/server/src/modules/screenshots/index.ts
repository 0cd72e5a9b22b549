export { screenshotsModule } from './module.ts';
