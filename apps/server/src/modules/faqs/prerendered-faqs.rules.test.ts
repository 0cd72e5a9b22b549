import type { UserFaq } from '@vitrine/contract';
import { expect, test } from 'vitest';
import { renderFaqParts } from './prerendered-faqs.rules.ts';

const faq = (question: string, answer: string, catagoryName?: string): UserFaq => ({
  _id: question,
  question,
  answer,
  isVisible: true,
  catagory: catagoryName === undefined ? null : { _id: catagoryName, catagoryName, visibality: 'all' },
});
const [questions, data] = Object.values(
  renderFaqParts([faq('Is 1 < 2?', '<p>Yes &amp; no</p>', 'Sums & such'), faq('</script><script>x', '<p>Text</p>')]),
);

test('lists questions under their categories, those without one last, and escapes tags in their text', () => {
  expect(questions).toBe(
    '<section><h2>Sums &amp; such</h2><details><summary>Is 1 &lt; 2?</summary><div><p>Yes &amp; no</p></div></details></section>' +
      '<section><h2>More questions</h2><details><summary>&lt;/script&gt;&lt;script&gt;x</summary><div><p>Text</p></div></details></section>',
  );
});

test('contains structured data for search engines whose text cannot end the script element', () => {
  expect(data).not.toContain('<');
  const { mainEntity } = JSON.parse(data ?? '') as { mainEntity: { name: string; acceptedAnswer: { text: string } }[] };
  expect(mainEntity.map(({ name, acceptedAnswer }) => [name, acceptedAnswer.text])).toEqual([
    ['Is 1 < 2?', 'Yes & no'],
    ['</script><script>x', 'Text'],
  ]);
});
