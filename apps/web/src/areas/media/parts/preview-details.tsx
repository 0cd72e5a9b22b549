import type { Media } from '@vitrine/contract/media';
import { formatDate, formatFileSize } from '../../../lib/format.ts';
import styles from './media-preview.module.css';
import { takenFacts } from './taken-facts.tsx';

export function PreviewDetails({ media }: { media: Media }) {
  const rows = [
    { term: 'Name', value: media.name },
    ...(media.caption ? [{ term: 'Caption', value: media.caption }] : []),
    { term: 'Size', value: formatFileSize(media.mediaFile.size) },
    { term: 'Dimensions', value: media.width && media.height ? `${media.width} × ${media.height}` : '–' },
    { term: 'Type', value: media.mediaFile.mimetype },
    ...takenFacts(media),
    { term: 'Added', value: formatDate(media.createdAt) },
  ];
  return (
    <dl className={styles.details}>
      {rows.map(({ term, value }) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
