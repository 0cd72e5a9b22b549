export { type DownloadsApi, downloadsModule } from './module.ts';
