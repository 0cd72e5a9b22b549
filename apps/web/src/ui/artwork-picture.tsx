import { useId } from 'react';
import { LANDSCAPES, STILL_LIFES } from './artworks.tsx';

const ARTWORKS = { ...LANDSCAPES, ...STILL_LIFES } as const;
export type ArtworkName = keyof typeof ARTWORKS;

interface ArtworkPictureProps {
  name: ArtworkName;
  className?: string;
  /** Description of a meaningful picture; decorative ones have none. */
  label?: string;
}

export function ArtworkPicture({ name, className, label }: ArtworkPictureProps) {
  const id = useId();
  const Drawing = ARTWORKS[name];
  const meaning = label ? ({ role: 'img', 'aria-label': label } as const) : ({ 'aria-hidden': true } as const);
  return (
    <svg className={className} viewBox="0 0 400 300" preserveAspectRatio="xMidYMid slice" focusable="false" {...meaning}>
      <Drawing id={id} />
    </svg>
  );
}
