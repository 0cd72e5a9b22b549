import type { Media } from '@vitrine/contract/media';
import type { ReactNode } from 'react';
import { formatCaptureTime } from '../capture-labels.ts';
import styles from './taken-facts.module.css';

/** Lists when, where and with what the media was taken, if the file contains it. */
export const takenFacts = ({
  takenAt,
  place,
  camera,
  lens,
}: Pick<Media, 'takenAt' | 'place' | 'camera' | 'lens'>): { term: string; value: ReactNode }[] =>
  [
    { term: 'Taken', value: takenAt && formatCaptureTime(takenAt) },
    { term: 'Place', value: place && <PlaceName place={place} /> },
    { term: 'Camera', value: camera },
    { term: 'Lens', value: lens },
  ].flatMap(({ term, value }) => (value ? [{ term, value }] : []));

/** A place name with the credit that its licence requires. */
function PlaceName({ place }: { place: string }) {
  return (
    <>
      <span>{place}</span>
      <small className={styles.credit}>
        Place name by{' '}
        <a href="https://www.geonames.org/" target="_blank" rel="noreferrer">
          GeoNames
        </a>
        ,{' '}
        <a href="https://creativecommons.org/licenses/by/4.0/" target="_blank" rel="noreferrer">
          CC BY 4.0
        </a>
      </small>
    </>
  );
}
