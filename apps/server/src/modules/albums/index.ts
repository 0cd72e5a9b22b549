export { albumReaders, albumWriters, canReadAlbum, SHARE_CONDITIONS, selectAlbumPeople } from './album-access.read-model.ts';
export { lockEditableAlbum } from './album-access.service.ts';
export {
  type AlbumContentsQueries,
  albumAddersRemoved,
  albumContentChanged,
  albumContents,
  albumDeleting,
  albumInvited,
  albumJoined,
  albumPurging,
  albumReadersChanged,
  albumRestored,
  invitationClosed,
} from './albums.events.ts';
export { presentCover } from './albums.presenter.ts';
export { findAlbumStorageScope } from './albums.read-model.ts';
export { assertAlbumCapacity } from './albums.rules.ts';
export { listOrganisationAlbumIds, lockAlbumContents, lockContentsOfAlbums, lockOrganisationAlbums } from './albums.store.ts';
export { type AlbumsApi, albumsModule } from './module.ts';
