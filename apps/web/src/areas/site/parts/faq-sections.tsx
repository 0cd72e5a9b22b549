import type { UserFaq } from '@vitrine/contract/faqs';
import { ChevronDownIcon } from '../../../ui/icons.tsx';
import styles from './faq-sections.module.css';

const UNCATEGORIZED = 'More questions';

/** Questions under their categories, each of which opens to its answer. */
export function FaqSections({ faqs }: { faqs: readonly UserFaq[] }) {
  const topics = new Map(faqs.map(({ catagory }) => [catagory?._id, catagory?.catagoryName ?? UNCATEGORIZED]));
  return (
    <div className={styles.sections}>
      {[...topics].map(([id, name]) => (
        <section key={id ?? ''}>
          <h2>{name}</h2>
          {faqs
            .filter(({ catagory }) => catagory?._id === id)
            .map(({ _id, question, answer }) => (
              <details key={_id}>
                <summary>
                  {question}
                  <ChevronDownIcon />
                </summary>
                <FaqAnswer html={answer} />
              </details>
            ))}
        </section>
      ))}
    </div>
  );
}

/** Skeleton of the questions, drawn by styles alone to save script on the public page. */
export const FaqSkeleton = () => <output className={styles.waiting} aria-label="Loading" />;

/** An answer as the server cleaned it: its allow list is what makes this safe to show. */
export const FaqAnswer = ({ html }: { html: string }) => (
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the server lets nothing through but a few tags, links and pictures of our own.
  <div className={styles.answer} dangerouslySetInnerHTML={{ __html: html }} />
);
