import type { UserFaq } from '@vitrine/contract';
import { extractText } from './answer-html.rules.ts';

/** Placeholders that the web app's build writes (apps/web/src/areas/site/pages/written-faqs.tsx). */
const FAQ_PLACEHOLDER = '<!--written:faqs-->';
const FAQ_DATA_PLACEHOLDER = '/*written:faqs-data*/';

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => ESCAPES[character] ?? '');

const renderQuestion = ({ question, answer }: UserFaq) =>
  `<details><summary>${escapeHtml(question)}</summary><div>${answer}</div></details>`;

/** Renders the same markup as the page's script. Answers were sanitized when they were saved. */
const renderSections = (faqs: readonly UserFaq[]): string =>
  [...Map.groupBy(faqs, ({ catagory }) => catagory?._id ?? '').values()]
    .map(
      (topic) =>
        `<section><h2>${escapeHtml(topic[0]?.catagory?.catagoryName ?? 'More questions')}</h2>${topic.map(renderQuestion).join('')}</section>`,
    )
    .join('');

/** Renders schema.org data for a script element. `<` is escaped so that no text can close the element. */
const renderStructuredData = (faqs: readonly UserFaq[]): string =>
  JSON.stringify({
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    mainEntity: faqs.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: extractText(answer) },
    })),
  }).replaceAll('<', '\\u003c');

export const renderFaqParts = (faqs: readonly UserFaq[]): Record<string, string> => ({
  [FAQ_PLACEHOLDER]: renderSections(faqs),
  [FAQ_DATA_PLACEHOLDER]: renderStructuredData(faqs),
});
