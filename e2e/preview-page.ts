import { expect, type Page } from '@playwright/test';
import type { Album } from '@vitrine/contract';
import { aJpeg } from '../apps/server/src/testing/media-files.ts';
import type { ApiPerson } from './api.ts';
import type { Product } from './product.ts';

export const PHOTO_NAMES = ['one', 'two', 'three', 'four'];

/** Creates an album with four photos. */
export async function createPhotoAlbum(person: ApiPerson): Promise<Album> {
  const album = await person.album('Summer');
  const keys: string[] = [];
  for (const [index, name] of PHOTO_NAMES.entries()) {
    keys.push((await person.upload(`${name}.jpg`, await aJpeg({ width: 1200 + index, height: 900 }))).key);
  }
  await person.attach(album._id, keys);
  return album;
}

interface Current {
  product: Product;
  person: ApiPerson;
  album: Album;
  page: Page;
}

/** Elements and measurements of the preview. `getCurrent` returns the context of the running test. */
export function previewPage(getCurrent: () => Current) {
  const preview = (name: string) => getCurrent().page.getByRole('dialog', { name, exact: true });
  const photo = (name: string) => preview(name).getByRole('img', { name, exact: true });
  const tile = (name: string) => getCurrent().page.getByRole('button', { name: `Open ${name}`, exact: true });

  const buildAddress = (query = '', person = getCurrent().person) =>
    `${getCurrent().product.origin}/main/media?userId=${person.userId}&open=false&albumId=${getCurrent().album._id}${query}`;

  /** Returns the width of a photo relative to its width when the whole photo shows. */
  const readZoom = (name: string) =>
    photo(name).evaluate((image) => Math.round((100 * image.getBoundingClientRect().width) / (image as HTMLElement).offsetWidth) / 100);

  return {
    buildAddress,
    preview,
    photo,
    tile,
    readZoom,
    expectZoom: (name: string) => expect.poll(() => readZoom(name)),
    button: (name: string) => getCurrent().page.getByRole('dialog').getByRole('button', { name, exact: true }),
    message: (text: string | RegExp) => getCurrent().page.getByRole('region', { name: 'Messages' }).getByText(text),
    listNames: async (albumId: string) => (await getCurrent().person.media(albumId)).map(({ name }) => name),
    readCentre: (name: string) =>
      photo(name).evaluate((image) => {
        const { left, top, width, height } = image.getBoundingClientRect();
        return { x: Math.round(left + width / 2), y: Math.round(top + height / 2) };
      }),
  };
}
