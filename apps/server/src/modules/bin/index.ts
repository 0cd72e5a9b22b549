export { type PlaylistBin, playlistBin } from './bin.events.ts';
export { binModule } from './module.ts';
