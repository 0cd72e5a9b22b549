import { Link } from '@tanstack/react-router';
import { QUESTIONS } from '../../../features/public-site/questions.ts';
import { ChevronDownIcon } from '../../../ui/icons.tsx';
import { TextPage } from '../shell/text-page.tsx';
import styles from './faq.module.css';

/** The same words for search engines, in the vocabulary of schema.org. Data, which no policy needs to allow. */
const STRUCTURED = JSON.stringify({
  '@context': 'https://schema.org',
  '@type': 'FAQPage',
  mainEntity: QUESTIONS.flatMap(({ questions }) => questions).map(({ question, answer }) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: answer },
  })),
});

export function FaqPage() {
  return (
    <TextPage
      title="Questions and answers"
      lead={
        <>
          What people ask before they hang their first picture. Can’t find your question? <Link to="/connect">Write to us</Link>.
        </>
      }
    >
      {QUESTIONS.map(({ topic, questions }) => (
        <section key={topic} className={styles.topic}>
          <h2>{topic}</h2>
          {questions.map(({ question, answer }) => (
            <details key={question} className={styles.question}>
              <summary>
                {question}
                <ChevronDownIcon className={styles.chevron} />
              </summary>
              <p>{answer}</p>
            </details>
          ))}
        </section>
      ))}
      <script type="application/ld+json">{STRUCTURED}</script>
    </TextPage>
  );
}
