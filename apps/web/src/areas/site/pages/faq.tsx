import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { FaqBrowser } from '../parts/faq-browser.tsx';
import sections from '../parts/faq-sections.module.css';
import { FaqSkeleton } from '../parts/faq-sections.tsx';
import { TextPage } from '../parts/text-page.tsx';

export function FaqPage() {
  return (
    <TextPage
      title="Frequently asked questions"
      lead={
        <>
          Answers to common questions. Can’t find what you’re looking for? <Link to="/connect">Contact us</Link>.
        </>
      }
    >
      <FaqBrowser place="faq" before={<PrerenderedFaqs />} />
      <FaqStructuredData />
    </TextPage>
  );
}

/** Placeholder in the build output. The server replaces it with the current questions (apps/server/src/modules/faqs/prerendered-faqs.rules.ts). */
const QUESTIONS = '<!--written:faqs-->';
const DATA = '/*written:faqs-data*/';
const QUESTIONS_ID = 'written-faqs';
const DATA_ID = 'written-faqs-data';

/** Returns the placeholder during the build, and in the browser the HTML that the server inserted in its place. */
function usePrerenderedHtml(id: string, placeholder: string): string {
  const [html] = useState(() => (typeof document === 'undefined' ? placeholder : (document.getElementById(id)?.innerHTML ?? '')));
  return html;
}

/** Questions from the prerendered page until the searchable ones are loaded. */
function PrerenderedFaqs() {
  const html = usePrerenderedHtml(QUESTIONS_ID, QUESTIONS);
  if (html === '') return <FaqSkeleton />;
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: the page already contains this HTML.
    <div id={QUESTIONS_ID} className={sections.sections} dangerouslySetInnerHTML={{ __html: html }} suppressHydrationWarning />
  );
}

/** The same questions for search engines, as schema.org data. Data blocks need no permission in the content security policy. */
function FaqStructuredData() {
  const html = usePrerenderedHtml(DATA_ID, DATA);
  if (html === '') return null;
  return (
    <script
      id={DATA_ID}
      type="application/ld+json"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the page already contains this HTML.
      dangerouslySetInnerHTML={{ __html: html }}
      suppressHydrationWarning
    />
  );
}
