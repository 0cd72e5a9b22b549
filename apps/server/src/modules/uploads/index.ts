export type { ContentRequest } from './content.service.ts';
export { type UploadsApi, uploadsModule } from './module.ts';
