declare module 'heic-decode' {
  interface Pixels {
    width: number;
    height: number;
    /** RGBA, row by row. */
    data: Uint8ClampedArray;
  }
  interface HeicImage {
    width: number;
    height: number;
    decode(): Promise<Pixels>;
  }
  const decode: {
    (input: { buffer: Uint8Array }): Promise<Pixels>;
    all(input: { buffer: Uint8Array }): Promise<HeicImage[] & { dispose(): void }>;
  };
  export default decode;
}
