import type { ReactNode, Ref } from 'react';
import styles from './card.module.css';
import { Row } from './layout.tsx';
import { Skeleton } from './loading.tsx';
import { Text, VisuallyHidden } from './text.tsx';
import type { ViewMode } from './toolbar.tsx';

/** In pixels at the usual size of text, with which they grow. Small cards stand two abreast on a phone, wide ones alone. */
const ABREAST_ON_PHONE = 148;
const WIDE = 260;
const REM_PX = 16;

interface CardGridProps {
  label: string;
  minWidth?: number | undefined;
  list?: Ref<HTMLUListElement> | undefined;
  children: ReactNode;
}

export function CardGrid({ label, minWidth = 220, list, children }: CardGridProps) {
  const phoneWidth = minWidth >= WIDE ? minWidth : ABREAST_ON_PHONE;
  const sizes = { '--card-min': `${minWidth / REM_PX}rem`, '--card-min-phone': `${phoneWidth / REM_PX}rem` } as React.CSSProperties;
  return (
    <ul ref={list} className={styles.grid} aria-label={label} style={sizes}>
      {children}
    </ul>
  );
}

interface CardProps {
  picture: ReactNode;
  /** Link that opens the object; the whole card is clickable. */
  title: ReactNode;
  note?: ReactNode;
  /** Buttons above the link. */
  menu?: ReactNode;
  badge?: ReactNode;
  /** Selects it. */
  check?: ReactNode;
  shape?: 'usual' | 'wide';
}

export function Card({ picture, title, note, menu, badge, check, shape = 'usual' }: CardProps) {
  return (
    <li className={styles.card} data-shape={shape}>
      <div className={styles.picture}>
        {picture}
        {badge && <div className={styles.badge}>{badge}</div>}
      </div>
      {check && <div className={styles.check}>{check}</div>}
      <Row align="start" gap={1}>
        <div className={styles.lines}>
          <h2 className={styles.title}>{title}</h2>
          {note && (
            <Text as="div" tone="soft" size="sm" isTabular>
              {note}
            </Text>
          )}
        </div>
        {menu && <div className={styles.menu}>{menu}</div>}
      </Row>
    </li>
  );
}

export function RowList({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul className={styles.rows} aria-label={label}>
      {children}
    </ul>
  );
}

/** Compact variant of the card. */
export function ListRow({ picture, title, note, menu, badge, lead }: Omit<CardProps, 'shape' | 'check'> & { lead?: ReactNode }) {
  return (
    <li className={styles.row}>
      {lead}
      <div className={styles.rowPicture}>{picture}</div>
      <div className={styles.rowWords}>
        <h2 className={styles.title}>{title}</h2>
        {note && <div className={styles.rowNote}>{note}</div>}
      </div>
      {badge}
      {menu && <div className={styles.menu}>{menu}</div>}
    </li>
  );
}

const PLACES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

/** Skeleton of cards or rows. */
export function ListSkeleton({ view = 'Grid', minWidth, ratio = '4 / 3' }: { view?: ViewMode; minWidth?: number; ratio?: string }) {
  return (
    <>
      <VisuallyHidden as="output">Loading</VisuallyHidden>
      {view === 'Grid' ? (
        <CardGrid label="Loading" minWidth={minWidth}>
          {PLACES.map((place) => (
            <CardSkeleton key={place} ratio={ratio} />
          ))}
        </CardGrid>
      ) : (
        <RowList label="Loading">
          {PLACES.map((place) => (
            <li key={place}>
              <Skeleton style={{ height: 52, margin: '6px 0' }} />
            </li>
          ))}
        </RowList>
      )}
    </>
  );
}

/** Skeleton of a card in a grid. */
export const CardSkeleton = ({ ratio }: { ratio: string }) => (
  <li>
    <Skeleton style={{ aspectRatio: ratio }} />
    <Skeleton style={{ height: 16, width: '60%', marginTop: 12, borderRadius: 6 }} />
  </li>
);
