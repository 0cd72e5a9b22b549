/** One chunk for an album's photos and those by month, which share nearly all; see playlist-pages.ts. */

export { AlbumPage } from '../../../areas/albums/pages/album.tsx';
export { AlbumPageSkeleton } from '../../../areas/albums/pages/preview-on-its-way.tsx';
export { TimelinePage } from '../../../areas/timeline/pages/timeline.tsx';
