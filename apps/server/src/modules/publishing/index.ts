export { publishingModule } from './module.ts';
export { screenDownloads, waitingPublishesDropped } from './publishing.events.ts';
