export { albumReaders, canReadAlbum, SHARE_CONDITIONS, selectAlbumPeople } from './album-access.read-model.ts';
export { lockEditableAlbum } from './album-access.service.ts';
export {
  type AlbumContentsQueries,
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
export { assertAlbumCapacity } from './albums.rules.ts';
export { lockAlbumContents, lockContentsOfAlbums, lockOrganisationAlbums, lockReferencedAlbums } from './albums.store.ts';
export { type AlbumsApi, albumsModule } from './module.ts';
export {
  assertWithinReservation,
  type FileOwnerScope,
  findFileOwnerScope,
  type StorageReservations,
} from './storage-reservations.service.ts';
