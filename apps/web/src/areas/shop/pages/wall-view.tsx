import type { Crop } from '@vitrine/contract/orders';
import type { PaperSize } from '@vitrine/contract/poster-sheet';
import styles from './wall-view.module.css';

/** Size of the drawn wall and height of its floor line from the top, in centimeters. */
const WALL = { width: 300, height: 215, floor: 190 };
const CM_PER_INCH = 2.54;
/** Height of the poster's center above the floor, in centimeters. */
const EYE_LEVEL = 145;

interface WallViewProps {
  src: string;
  name: string;
  sheet: PaperSize;
  crop: Crop;
}

/** The poster on a wall next to a chair, to scale. */
export function WallView({ src, name, sheet, crop }: WallViewProps) {
  const width = sheet.width * CM_PER_INCH;
  const height = sheet.height * CM_PER_INCH;
  const x = 118 - width / 2;
  const y = Math.max(6, WALL.floor - EYE_LEVEL - height / 2);
  return (
    <figure className={styles.figure}>
      <svg className={styles.wall} viewBox={`0 0 ${WALL.width} ${WALL.height}`} aria-hidden="true">
        <rect className={styles.paint} width={WALL.width} height={WALL.floor} />
        <rect className={styles.floor} y={WALL.floor} width={WALL.width} height={WALL.height - WALL.floor} />
        <rect className={styles.board} y={WALL.floor - 7} width={WALL.width} height={7} />
        <rect className={styles.shade} x={x + 1.5} y={y + 2} width={width} height={height} />
        <svg
          x={x}
          y={y}
          width={width}
          height={height}
          viewBox={`${crop.x} ${crop.y} ${crop.width} ${crop.height}`}
          preserveAspectRatio="none"
        >
          <image href={src} width="1" height="1" preserveAspectRatio="none" />
        </svg>
        <Chair />
      </svg>
      <figcaption className={styles.caption}>
        {name} to scale: {Math.round(width)} × {Math.round(height)} cm, next to a chair 82 cm high.
      </figcaption>
    </figure>
  );
}

/** A chair 45 cm wide. Its seat is 45 cm and its back 82 cm above the floor. */
const Chair = () => (
  <g className={styles.chair} transform={`translate(222 ${WALL.floor + 8})`}>
    <path d="M4 0 L6 -45 M41 0 L39 -45 M10 -8 L11 -45 M35 -8 L34 -45" />
    <path d="M6 -47 L8 -80 M39 -47 L37 -80 M8 -80 Q22.5 -84 37 -80 M8 -71 Q22.5 -74 37 -71 M7.4 -62 Q22.5 -65 37.6 -62" />
    <rect x="2" y="-48" width="41" height="4.5" rx="2" />
  </g>
);
