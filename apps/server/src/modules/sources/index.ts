export { sourcesModule } from './module.ts';
export { sourceFailing, sourcesChanged } from './sources.events.ts';
