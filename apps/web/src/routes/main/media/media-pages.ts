/** One chunk for an album's photos and those by month, which share nearly all; see playlist-pages.ts. */
export { TimelinePage } from '../timeline/timeline.tsx';
export { MediaPage } from './media.tsx';
export { PreviewOnItsWay } from './preview-on-its-way.tsx';
