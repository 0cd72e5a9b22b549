export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

interface Shape {
  width: number | null;
  height: number | null;
}

/** Extremes are bent a little, so that a panorama stays visible and a receipt does not fill a column. */
const NARROWEST = 0.4;
const WIDEST = 2.6;
/** Before the server knows a shape. */
const USUAL = 4 / 3;

export function aspectOf({ width, height }: Shape): number {
  if (!width || !height) return USUAL;
  return Math.min(WIDEST, Math.max(NARROWEST, width / height));
}

/**
 * Places pictures in columns, each in the one that is shortest so far, keeping its shape.
 * Order in the list is order on the page as far as columns allow; all measures in CSS pixels.
 */
export function layoutMasonry(
  shapes: readonly Shape[],
  containerWidth: number,
  columns: number,
  gap: number,
): { boxes: Box[]; height: number } {
  const width = (containerWidth - gap * (columns - 1)) / columns;
  const bottoms = Array.from({ length: columns }, () => 0);
  const boxes = shapes.map((shape) => {
    const y = Math.min(...bottoms);
    const column = bottoms.indexOf(y);
    const height = Math.round(width / aspectOf(shape));
    bottoms[column] = y + height + gap;
    return { x: column * (width + gap), y, width, height };
  });
  return { boxes, height: Math.max(0, ...bottoms.map((bottom) => bottom - gap)) };
}

/** Two on a phone, five on a wide screen (specification 2 §9). */
export function columnsFor(containerWidth: number): number {
  return Math.max(2, Math.min(5, Math.round(containerWidth / 270)));
}
