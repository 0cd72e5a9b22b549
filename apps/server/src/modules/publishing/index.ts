export { publishingModule } from './module.ts';
export { waitingPublishesDropped } from './publishing.events.ts';
