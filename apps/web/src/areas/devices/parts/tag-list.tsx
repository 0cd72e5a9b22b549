import { Badge } from '../../../ui/badge.tsx';
import styles from './tags.module.css';

/** So many have room in a row of a table. */
const TAGS_SHOWN = 2;

/** Tags of one device in one line: the first ones, and how many more there are. */
export function TagList({ tags, isWhole = false }: { tags: readonly string[]; isWhole?: boolean }) {
  const shown = isWhole ? tags : tags.slice(0, TAGS_SHOWN);
  const more = tags.length - shown.length;
  if (tags.length === 0) return null;
  return (
    <span className={styles.tags} data-whole={isWhole ? '' : undefined} title={more > 0 ? tags.join(', ') : undefined}>
      {shown.map((tag) => (
        <Badge key={tag}>{tag}</Badge>
      ))}
      {more > 0 && <span className={styles.more}>{`+${more}`}</span>}
    </span>
  );
}
