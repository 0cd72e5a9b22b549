export { sourcesModule } from './module.ts';
export { sourcesChanged } from './sources.events.ts';
