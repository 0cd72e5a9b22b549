export { playsModule } from './module.ts';
