export { itemsModule } from './module.ts';
