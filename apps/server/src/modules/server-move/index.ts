export { serverMoveModule } from './module.ts';
