/** One chunk for an album's photos and those by month, which share nearly all; see playlist-pages.ts. */
export { TimelinePage } from '../timeline/timeline.tsx';
export { AlbumPage } from './media.tsx';
export { AlbumPageSkeleton } from './preview-on-its-way.tsx';
