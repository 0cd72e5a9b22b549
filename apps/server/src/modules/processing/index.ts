export { processingModule } from './module.ts';
export { widgetDocuments } from './processing.events.ts';
