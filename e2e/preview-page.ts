import { expect, type Page } from '@playwright/test';
import type { Album } from '@vitrine/contract';
import { aJpeg } from '../apps/server/src/testing/media-files.ts';
import type { ApiPerson } from './api.ts';
import type { Product } from './product.ts';

export const NAMES = ['one', 'two', 'three', 'four'];

/** Creates an album with four photos. */
export async function createPhotoAlbum(person: ApiPerson): Promise<Album> {
  const album = await person.album('Summer');
  const keys: string[] = [];
  for (const [index, name] of NAMES.entries()) {
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

/** Elements and measures of the preview. `current` returns what a test uses at the moment. */
export function previewPage(current: () => Current) {
  const preview = (name: string) => current().page.getByRole('dialog', { name, exact: true });
  const picture = (name: string) => preview(name).getByRole('img', { name, exact: true });
  const tile = (name: string) => current().page.getByRole('button', { name: `Open ${name}`, exact: true });

  const addressOf = (more = '', person = current().person) =>
    `${current().product.origin}/main/media?userId=${person.userId}&open=false&albumId=${current().album._id}${more}`;

  /** Returns the width of a photo relative to its width when the whole photo shows. */
  const zoomOf = (name: string) =>
    picture(name).evaluate((image) => Math.round((100 * image.getBoundingClientRect().width) / (image as HTMLElement).offsetWidth) / 100);

  return {
    addressOf,
    preview,
    picture,
    tile,
    zoomOf,
    expectZoom: (name: string) => expect.poll(() => zoomOf(name)),
    button: (name: string) => current().page.getByRole('dialog').getByRole('button', { name, exact: true }),
    message: (text: string | RegExp) => current().page.getByRole('region', { name: 'Messages' }).getByText(text),
    namesIn: async (albumId: string) => (await current().person.media(albumId)).map(({ name }) => name),
    centreOf: (name: string) =>
      picture(name).evaluate((image) => {
        const { left, top, width, height } = image.getBoundingClientRect();
        return { x: Math.round(left + width / 2), y: Math.round(top + height / 2) };
      }),
  };
}
