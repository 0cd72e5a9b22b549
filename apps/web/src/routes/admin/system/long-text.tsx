import styles from './system.module.css';

/** So many characters are read in passing. */
const SHORT = 120;

/** What a machine wrote: its beginning, and all of it for whoever opens it. */
export function LongText({ text }: { text: string }) {
  const beginning = text.split('\n')[0]?.slice(0, SHORT) ?? '';
  if (beginning === text) return <code className={styles.text}>{text}</code>;
  return (
    <details className={styles.whole}>
      <summary>{`${beginning}…`}</summary>
      <code className={styles.text}>{text}</code>
    </details>
  );
}
