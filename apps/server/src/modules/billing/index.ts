export { billingModule } from './module.ts';
