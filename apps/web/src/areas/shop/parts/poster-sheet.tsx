import type { Crop } from '@vitrine/contract/orders';
import type { PaperSize } from '@vitrine/contract/poster-sheet';
import { type KeyboardEvent, type PointerEvent, useId, useRef } from 'react';
import { getCropStyle, moveCrop } from '../poster-crop.ts';
import styles from './poster-sheet.module.css';

interface CropPosition {
  x: number;
  y: number;
}

interface PosterSheetProps {
  src: string;
  name: string;
  sheet: PaperSize;
  crop: Crop;
  /** While it is moved, and once it lies. */
  onMove: (place: CropPosition, isDone: boolean) => void;
}

/** One press of an arrow key, in shares of the sheet; ten times that with Shift. */
const STEP = 0.02;
const ARROWS: Record<string, CropPosition> = {
  ArrowLeft: { x: -STEP, y: 0 },
  ArrowRight: { x: STEP, y: 0 },
  ArrowUp: { x: 0, y: -STEP },
  ArrowDown: { x: 0, y: STEP },
};

/** The sheet as it will be printed. The picture under it is moved by pointer, finger and arrow keys. */
export function PosterSheet({ src, name, sheet, crop, onMove }: PosterSheetProps) {
  const helpId = useId();
  const held = useRef<{ crop: Crop; x: number; y: number } | null>(null);
  const isMovable = crop.width < 0.999 || crop.height < 0.999;
  const onKeyDown = (event: KeyboardEvent) => {
    const step = ARROWS[event.key];
    if (!step) return;
    event.preventDefault();
    const times = event.shiftKey ? 10 : 1;
    onMove(moveCrop(crop, { x: step.x * times, y: step.y * times }), true);
  };
  const placeAt = (event: PointerEvent<HTMLElement>): CropPosition | undefined => {
    if (!held.current) return undefined;
    const { width, height } = event.currentTarget.getBoundingClientRect();
    return moveCrop(held.current.crop, { x: (event.clientX - held.current.x) / width, y: (event.clientY - held.current.y) / height });
  };
  const onPointer = (event: PointerEvent<HTMLElement>, isDone: boolean) => {
    const place = placeAt(event);
    if (isDone) held.current = null;
    if (place) onMove(place, isDone);
  };
  return (
    <div className={styles.place} style={{ '--ratio': sheet.width / sheet.height } as React.CSSProperties}>
      <button
        type="button"
        className={styles.sheet}
        aria-label={`Print area of ${name}`}
        aria-describedby={helpId}
        data-along={crop.width < crop.height ? 'x' : 'y'}
        disabled={!isMovable}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          held.current = { crop, x: event.clientX, y: event.clientY };
        }}
        onPointerMove={(event) => onPointer(event, false)}
        onPointerUp={(event) => onPointer(event, true)}
        onPointerCancel={(event) => onPointer(event, true)}
      >
        <img src={src} alt="" draggable={false} style={getCropStyle(crop)} />
      </button>
      <p id={helpId} className={styles.help}>
        {isMovable ? 'This area will be printed. To adjust it, drag the photo or use the arrow keys.' : 'The whole photo will be printed.'}
      </p>
    </div>
  );
}
