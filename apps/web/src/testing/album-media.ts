import type { Album } from '@vitrine/contract/albums';
import { listAlbums, listSharedAlbums, listUserAlbums, readAlbum } from '@vitrine/contract/albums.endpoints';
import type { Media } from '@vitrine/contract/media';
import { listFavouriteIds, listMedia, listMediaIds, readMedia, readMediaLayout } from '@vitrine/contract/media.endpoints';
import { onTestFinished, vi } from 'vitest';
import type { FakeApi } from './fake-api.ts';
import { ANA, anAlbum } from './signed-in.ts';

/** A ready photo, the `index`-th of the album. */
export function aPhoto(name: string, index: number, values: Partial<Media> = {}): Media {
  const key = `00000000-0000-7000-8000-0000000f${String(index).padStart(4, '0')}`;
  return {
    _id: `00000000-0000-7000-8000-0000000d${String(index).padStart(4, '0')}`,
    albumId: anAlbum()._id,
    kind: 'image',
    mediaFile: { key, name, mimetype: 'image/jpeg', location: `/api/uploads?key=${key}`, size: 1000, duration: 0, fileName: `${name}.jpg` },
    name,
    caption: '',
    sequence: index,
    rotation: 0,
    status: 6,
    failureReason: null,
    main: null,
    videoThumbnail: null,
    keys: {},
    livePhoto: null,
    width: 300,
    height: 200,
    pageCount: null,
    pageOrder: null,
    thumbhash: null,
    takenAt: null,
    isTakenAtEdited: false,
    duration: null,
    valid: null,
    framing: null,
    camera: null,
    lens: null,
    place: null,
    uploadedBy: ANA._id,
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
    ...values,
  };
}

/** Answers the requests of the page of an album. Tests may change `album` and `media` while the page is open. */
export function answerAlbum(api: FakeApi, album: Album, media: Media[]): FakeApi {
  const ratios = () => btoa(String.fromCharCode(...new Uint8Array(new Uint16Array(media.map(() => 1500)).buffer)));
  return api
    .result(listAlbums, [album])
    .result(listUserAlbums, [album])
    .result(listSharedAlbums, [])
    .result(readAlbum, album)
    .result(listMedia, media)
    .on(readMediaLayout, () => ({ result: { count: media.length, ratios: ratios() } }))
    .on(listMediaIds, () => ({ result: media.map(({ _id }) => _id) }))
    .on(readMedia, ({ params }) => ({ result: media.find(({ _id }) => _id === params['mediaId']) }))
    .result(listFavouriteIds, []);
}

/** Gives all elements the size of a window until the test ends. Grids of media are empty without a width. */
export function giveLayout(): void {
  const box = { x: 0, y: 0, top: 0, left: 0, right: 1200, bottom: 800, width: 1200, height: 800 };
  const spy = vi.spyOn(window.Element.prototype, 'getBoundingClientRect').mockReturnValue({ ...box, toJSON: () => box });
  onTestFinished(() => spy.mockRestore());
}
