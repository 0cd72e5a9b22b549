declare module 'libheif-js/wasm-bundle.js' {
  interface Pixels {
    data: Uint8ClampedArray;
    width: number;
    height: number;
  }
  interface HeifImage {
    get_width(): number;
    get_height(): number;
    is_primary(): boolean | number;
    /** Fills RGBA rows and passes them on, or null when the image cannot be decoded. */
    display(pixels: Pixels, onDone: (displayed: Pixels | null) => void): void;
    free(): void;
  }
  class HeifDecoder {
    /** Opens the top-level images, without thumbnails and tiles. Empty for what is no HEIF file. */
    decode(file: Uint8Array): HeifImage[];
    /** Undefined until `decode` is called. */
    decoder?: { delete(): void };
  }
  const libheif: { HeifDecoder: typeof HeifDecoder };
  export default libheif;
}
