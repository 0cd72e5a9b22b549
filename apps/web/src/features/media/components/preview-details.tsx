import type { Media } from '@vitrine/contract/media';
import { formatDate, formatFileSize } from '../../../lib/format.ts';
import { takenFacts } from '../taken-words.ts';
import styles from './media-preview.module.css';

export function PreviewDetails({ media }: { media: Media }) {
  const rows = [
    ['Name', media.name],
    ...(media.caption ? [['Caption', media.caption]] : []),
    ['Size', formatFileSize(media.mediaFile.size)],
    ['Pixels', media.width && media.height ? `${media.width} × ${media.height}` : '–'],
    ['Type', media.mediaFile.mimetype],
    ...takenFacts(media).map(({ term, value }) => [term, value]),
    ['Added', formatDate(media.createdAt)],
  ];
  return (
    <dl className={styles.details}>
      {rows.map(([term, value]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
