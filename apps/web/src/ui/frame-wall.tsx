import { type ArtworkName, ArtworkPicture } from './artworks.tsx';
import styles from './frame-wall.module.css';

interface FrameSlot {
  /** Shown in turn, each fading into the next. */
  pictures: [ArtworkName, ArtworkName];
  look: 'wood' | 'screen' | 'white';
}

const WALL_FRAMES: FrameSlot[] = [
  { pictures: ['moonrise', 'dunes'], look: 'screen' },
  { pictures: ['poppies', 'birches'], look: 'wood' },
  { pictures: ['cutouts', 'courtyard'], look: 'white' },
  { pictures: ['ridges', 'lemons'], look: 'screen' },
  { pictures: ['lemons', 'ridges'], look: 'wood' },
  { pictures: ['courtyard', 'moonrise'], look: 'white' },
];

/** Photo wall with changing pictures, animated by CSS alone, so that it is part of the first paint. */
export function FrameWall({ count = WALL_FRAMES.length }: { count?: number }) {
  return (
    <div className={styles.wall} aria-hidden="true">
      {WALL_FRAMES.slice(0, count).map(({ pictures: [first, second], look }, index) => (
        <div
          key={first}
          className={`${styles.frame} ${styles[look]}`}
          data-place={index}
          style={{ '--turn': index } as React.CSSProperties}
        >
          <div className={styles.mat}>
            <ArtworkPicture name={first} className={styles.picture} />
            <ArtworkPicture name={second} className={`${styles.picture} ${styles.next}`} />
          </div>
        </div>
      ))}
    </div>
  );
}
