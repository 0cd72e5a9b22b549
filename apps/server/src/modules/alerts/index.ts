export { alertsModule } from './module.ts';
