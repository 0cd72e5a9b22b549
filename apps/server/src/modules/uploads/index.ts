export { type UploadsFace, uploadsModule } from './module.ts';
