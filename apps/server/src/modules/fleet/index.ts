export { fleetModule } from './module.ts';
