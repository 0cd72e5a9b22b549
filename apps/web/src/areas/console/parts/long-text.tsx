import styles from '../pages/system.module.css';

/** So many characters are read in passing. */
const SHORT_TEXT_LENGTH = 120;

/** What a machine wrote: its beginning, and all of it for whoever opens it. */
export function ExpandableText({ text }: { text: string }) {
  const beginning = text.split('\n')[0]?.slice(0, SHORT_TEXT_LENGTH) ?? '';
  if (beginning === text) return <code className={styles.text}>{text}</code>;
  return (
    <details className={styles.whole}>
      <summary>{`${beginning}…`}</summary>
      <code className={styles.text}>{text}</code>
    </details>
  );
}
