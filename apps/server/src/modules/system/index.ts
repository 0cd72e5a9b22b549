export { type SystemFace, systemModule } from './module.ts';
