export { type UploadsApi, uploadsModule } from './module.ts';
