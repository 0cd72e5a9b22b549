export { apiTokensModule } from './module.ts';
