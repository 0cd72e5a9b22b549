import styles from './faq-answer.module.css';

/** An answer as the server cleaned it: its allow list is what makes this safe to show. */
export const FaqAnswer = ({ html }: { html: string }) => (
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the server lets nothing through but a few tags, links and pictures of our own.
  <div className={styles.answer} dangerouslySetInnerHTML={{ __html: html }} />
);
