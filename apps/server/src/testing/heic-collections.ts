import { box, contentOf, fullBox, u16, u32 } from './heic-file.ts';
import type { Size } from './media-files.ts';

interface Item {
  type: 'hvc1' | 'grid';
  content: Buffer;
  size: Size;
  /** Decoder configuration; undefined for a grid. */
  configuration?: Buffer;
  /** Numbers of the items that a grid consists of. */
  tiles?: number[];
  isHidden?: boolean;
}

/** Builds a HEIF file of several images, each the first frame of an MP4 with HEVC; `primary` counts from 1. Bursts are stored like this. */
export const aHeicBurst = (films: readonly Buffer[], size: Size, primary: number): Buffer =>
  build(
    films.map((film) => toItem(film, size)),
    primary,
  );

/** Builds a HEIF file whose image is a row of tiles of `size`, as phones store large photos (ISO/IEC 23008-12, section 6.6.2.3). */
export function aHeicGrid(films: readonly Buffer[], size: Size): Buffer {
  const tiles = films.map((film) => ({ ...toItem(film, size), isHidden: true }));
  const whole = { width: size.width * films.length, height: size.height };
  // Version, flags, rows and columns less one, then the size of the image.
  const content = Buffer.concat([Buffer.from([0, 0, 0, films.length - 1]), u16(whole.width), u16(whole.height)]);
  return build([...tiles, { type: 'grid', content, size: whole, tiles: tiles.map((_, index) => index + 1) }], tiles.length + 1);
}

const toItem = (film: Buffer, size: Size): Item => ({
  type: 'hvc1',
  content: contentOf(film, 'mdat'),
  size,
  configuration: contentOf(film, 'hvcC'),
});

function build(items: readonly Item[], primary: number): Buffer {
  const fileType = box('ftyp', Buffer.from('heic\0\0\0\0mif1heic', 'latin1'));
  // The offsets of the data precede it in boxes of fixed size, so a first pass determines them.
  const dataAt = fileType.length + metaBox(items, primary, 0).length + 8;
  return Buffer.concat([fileType, metaBox(items, primary, dataAt), box('mdat', Buffer.concat(items.map(({ content }) => content)))]);
}

function metaBox(items: readonly Item[], primary: number, dataAt: number): Buffer {
  const parts = [
    fullBox('hdlr', Buffer.concat([u32(0), Buffer.from('pict', 'latin1'), Buffer.alloc(13)])),
    fullBox('pitm', u16(primary)),
    locationBox(items, dataAt),
    fullBox('iinf', Buffer.concat([u16(items.length), ...items.map(itemBox)])),
    propertiesBox(items),
    ...items.flatMap(({ tiles }, index) => (tiles ? [fullBox('iref', box('dimg', referencesOf(index + 1, tiles)))] : [])),
  ];
  return fullBox('meta', Buffer.concat(parts));
}

const referencesOf = (item: number, tiles: readonly number[]): Buffer => Buffer.concat([item, tiles.length, ...tiles].map(u16));

function locationBox(items: readonly Item[], dataAt: number): Buffer {
  let offset = dataAt;
  const entries = items.map(({ content }, index) => {
    const entry = Buffer.concat([u16(index + 1), u16(0), u16(1), u32(offset), u32(content.length)]);
    offset += content.length;
    return entry;
  });
  return fullBox('iloc', Buffer.concat([Buffer.from([0x44, 0x00]), u16(items.length), ...entries]));
}

/** The lowest flag hides the tiles of a grid. */
function itemBox({ type, isHidden }: Item, index: number): Buffer {
  const entry = fullBox('infe', Buffer.concat([u16(index + 1), u16(0), Buffer.from(`${type}\0`, 'latin1')]), 2);
  if (isHidden) entry[11] = 1;
  return entry;
}

function propertiesBox(items: readonly Item[]): Buffer {
  const properties: Buffer[] = [];
  const associations = items.map(({ size, configuration }, index) => {
    const own = [
      fullBox('ispe', Buffer.concat([u32(size.width), u32(size.height)])),
      ...(configuration ? [box('hvcC', configuration)] : []),
    ];
    const numbers = own.map((property) => properties.push(property));
    return Buffer.concat([u16(index + 1), Buffer.from([numbers.length, ...numbers])]);
  });
  const association = fullBox('ipma', Buffer.concat([u32(items.length), ...associations]));
  return box('iprp', Buffer.concat([box('ipco', Buffer.concat(properties)), association]));
}
