export { webPagesModule } from './module.ts';
