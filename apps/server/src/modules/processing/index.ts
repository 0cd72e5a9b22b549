export { processingModule } from './module.ts';
export { mediaProcessed, widgetDocuments } from './processing.events.ts';
