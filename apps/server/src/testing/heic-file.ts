/** Puts the one HEVC frame of an MP4 into a HEIF file, the way phones store photos (ISO/IEC 23008-12). */
export function wrapHeic(
  film: Buffer,
  { width, height }: { width: number; height: number },
  { quarterTurns = 0, colours }: { quarterTurns?: number; colours?: Buffer },
): Buffer {
  const frame = contentOf(film, 'mdat');
  const fileType = box('ftyp', Buffer.from('heic\0\0\0\0mif1heic', 'latin1'));
  const build = (offset: number) =>
    metaBox({ configuration: contentOf(film, 'hvcC'), width, height, quarterTurns, colours, offset, length: frame.length });
  // The box with the frame's offset precedes the frame and has a fixed size, so a first pass determines the offset.
  const offset = fileType.length + build(0).length + 8;
  return Buffer.concat([fileType, build(offset), box('mdat', frame)]);
}

interface Item {
  configuration: Buffer;
  width: number;
  height: number;
  quarterTurns: number;
  /** Content of a `colr` box. */
  colours: Buffer | undefined;
  offset: number;
  length: number;
}

function metaBox({ configuration, width, height, quarterTurns, colours, offset, length }: Item): Buffer {
  const properties = [
    box('hvcC', configuration),
    fullBox('ispe', Buffer.concat([u32(width), u32(height)])),
    box('irot', Buffer.from([quarterTurns & 3])),
    ...(colours ? [box('colr', colours)] : []),
  ];
  return fullBox(
    'meta',
    Buffer.concat([
      fullBox('hdlr', Buffer.concat([u32(0), Buffer.from('pict', 'latin1'), Buffer.alloc(13)])),
      fullBox('pitm', u16(1)),
      fullBox('iloc', Buffer.concat([Buffer.from([0x44, 0x00]), u16(1), u16(1), u16(0), u16(1), u32(offset), u32(length)])),
      fullBox('iinf', Buffer.concat([u16(1), fullBox('infe', Buffer.concat([u16(1), u16(0), Buffer.from('hvc1\0', 'latin1')]), 2)])),
      // All properties of item 1; the decoder's configuration and the rotation may not be ignored (0x80).
      box(
        'iprp',
        Buffer.concat([
          box('ipco', Buffer.concat(properties)),
          fullBox('ipma', Buffer.concat([u32(1), u16(1), Buffer.from(colours ? [4, 0x81, 0x02, 0x83, 0x04] : [3, 0x81, 0x02, 0x83])])),
        ]),
      ),
    ]),
  );
}

export function contentOf(file: Buffer, type: string): Buffer {
  const at = file.indexOf(type, 0, 'latin1');
  if (at < 4) throw new Error(`There is no ${type} in this file`);
  return file.subarray(at + 4, at - 4 + file.readUInt32BE(at - 4));
}

export const u16 = (value: number) => Buffer.from([value >> 8, value & 0xff]);

export function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

export const box = (type: string, content: Buffer): Buffer =>
  Buffer.concat([u32(content.length + 8), Buffer.from(type, 'latin1'), content]);
export const fullBox = (type: string, content: Buffer, version = 0): Buffer =>
  box(type, Buffer.concat([Buffer.from([version, 0, 0, 0]), content]));
