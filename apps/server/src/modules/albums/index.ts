export { lockChangeable } from './albums.access.ts';
export {
  albumAddersRemoved,
  albumContentChanged,
  albumDeleting,
  albumInvited,
  albumJoined,
  albumPurging,
  albumReadersChanged,
  albumRestored,
  invitationClosed,
} from './albums.events.ts';
export { addersOfAlbums, peopleOfAlbum, readersOfAlbums, readsAlbum, shares } from './albums.policies.ts';
export { type AlbumContents, albumContents } from './albums.ports.ts';
export { presentCover } from './albums.presenter.ts';
export { findStorageScope } from './albums.read-model.ts';
export { assertAlbumRoom } from './albums.rules.ts';
export { listOfOrganisation, lockContents, lockContentsOf, lockOfOrganisation } from './albums.store.ts';
export { type AlbumsFace, albumsModule } from './module.ts';
