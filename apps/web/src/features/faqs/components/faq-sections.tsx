import type { UserFaq } from '@vitrine/contract/faqs';
import { ChevronDownIcon } from '../../../ui/icons.tsx';
import { AnswerHtml } from './answer-html.tsx';
import styles from './faq-sections.module.css';

const OTHERS = 'More questions';

/** Questions under their categories, each of which opens to its answer. */
export function FaqSections({ faqs }: { faqs: readonly UserFaq[] }) {
  const topics = [...Map.groupBy(faqs, ({ catagory }) => catagory?._id ?? '')];
  return (
    <div className={styles.sections}>
      {topics.map(([id, questions]) => (
        <section key={id}>
          <h2>{questions[0]?.catagory?.catagoryName ?? OTHERS}</h2>
          {questions.map(({ _id, question, answer }) => (
            <details key={_id}>
              <summary>
                {question}
                <ChevronDownIcon />
              </summary>
              <AnswerHtml html={answer} />
            </details>
          ))}
        </section>
      ))}
    </div>
  );
}
