import type { UserFaq } from '@vitrine/contract';
import { textOf } from './answer-html.rules.ts';

/** What the web app's build writes where these belong (apps/web/src/areas/site/pages/written-faqs.tsx). */
const QUESTIONS = '<!--written:faqs-->';
const DATA = '/*written:faqs-data*/';

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escape = (text: string) => text.replace(/[&<>"]/g, (character) => ESCAPES[character] ?? '');

const questionOf = ({ question, answer }: UserFaq) => `<details><summary>${escape(question)}</summary><div>${answer}</div></details>`;

/** As the page's own script will draw them, with answers that were cleaned when they were saved. */
const sectionsOf = (faqs: readonly UserFaq[]): string =>
  [...Map.groupBy(faqs, ({ catagory }) => catagory?._id ?? '').values()]
    .map(
      (topic) =>
        `<section><h2>${escape(topic[0]?.catagory?.catagoryName ?? 'More questions')}</h2>${topic.map(questionOf).join('')}</section>`,
    )
    .join('');

/** In the vocabulary of schema.org. No `<` of a text may end the script it stands in. */
const dataOf = (faqs: readonly UserFaq[]): string =>
  JSON.stringify({
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    mainEntity: faqs.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: textOf(answer) },
    })),
  }).replaceAll('<', '\\u003c');

export const writtenPartsOf = (faqs: readonly UserFaq[]): Record<string, string> => ({
  [QUESTIONS]: sectionsOf(faqs),
  [DATA]: dataOf(faqs),
});
