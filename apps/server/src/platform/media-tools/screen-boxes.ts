interface Size {
  width: number;
  height: number;
}

const boxOf =
  (longSide: number, shortSide: number) =>
  ({ width, height }: Size): Size =>
    width >= height ? { width: longSide, height: shortSide } : { width: shortSide, height: longSide };

/** Returns the box that a screen copy must fit in: 4K, in the orientation of the picture. */
export const getScreenBox = boxOf(3840, 2160);
/** Returns the box that an HD copy must fit in: 1920 x 1080, in the orientation of the picture. */
export const hdBox = boxOf(1920, 1080);
