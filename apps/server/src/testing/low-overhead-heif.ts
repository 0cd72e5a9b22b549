/** Appends values of a number of bits. */
class BitWriter {
  #bits = '';

  put(value: number, bits: number): this {
    this.#bits += value.toString(2).padStart(bits, '0');
    return this;
  }

  toBuffer(): Buffer {
    const bytes = this.#bits.padEnd(Math.ceil(this.#bits.length / 8) * 8, '0').match(/.{8}/g) ?? [];
    return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
  }
}

export interface LowOverheadRecipe {
  /** Codec, which is also the second brand. */
  brand: 'avif' | 'heic';
  /** At most 128 pixels each. */
  width: number;
  height: number;
  /** Content of the `av1C` or `hvcC` box. */
  configuration: Buffer;
  /** The compressed image, less than 32 KB. */
  data: Buffer;
}

/** Builds a low-overhead image file: the brand `mif3` and a MinimizedImageBox (ISO/IEC 23008-12, amendment 2) of eight bits and 4:2:0. */
export function aLowOverheadHeif({ brand, width, height, configuration, data }: LowOverheadRecipe): Buffer {
  const header = new BitWriter()
    // Version, then flags for codec types, floats, full range, alpha, color codes, HDR, profile, EXIF and XMP.
    .put(0, 2)
    .put(0b0_0100_0000, 9)
    // Subsampling, orientation, and sizes of seven bits.
    .put(1, 2)
    .put(0, 3)
    .put(0, 1)
    .put(width - 1, 7)
    .put(height - 1, 7)
    // Position of the chroma samples, bit depth.
    .put(0, 3)
    // Sizes of the configuration, in twelve bits, and of the data.
    .put(1, 1)
    .put(0, 1)
    .put(configuration.length, 12)
    .put(data.length - 1, 15)
    .toBuffer();
  return Buffer.concat([box('ftyp', Buffer.from(`mif3${brand}`, 'latin1')), box('mini', Buffer.concat([header, configuration, data]))]);
}

function box(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(content.length + 8, 0);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, content]);
}
