export { type ServerMoveApi, serverMoveModule } from './module.ts';
