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

/** Placeholder that the build writes and the server replaces by the current questions (apps/server/src/modules/faqs/prerendered-faqs.rules.ts). */
const QUESTIONS = '<!--written:faqs-->';
const DATA = '/*written:faqs-data*/';
const QUESTIONS_ID = 'written-faqs';
const DATA_ID = 'written-faqs-data';

/** In the build the place alone; in the browser what the server wrote there, which is in sight before any script ran. */
function usePrerenderedHtml(id: string, stand: string): string {
  const [written] = useState(() => (typeof document === 'undefined' ? stand : (document.getElementById(id)?.innerHTML ?? '')));
  return written;
}

/** Questions from the prerendered page until the searchable ones are loaded. */
function PrerenderedFaqs() {
  const written = usePrerenderedHtml(QUESTIONS_ID, QUESTIONS);
  if (written === '') return <FaqSkeleton />;
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: it is what stands in the page already.
    <div id={QUESTIONS_ID} className={sections.sections} dangerouslySetInnerHTML={{ __html: written }} suppressHydrationWarning />
  );
}

/** The same words for search engines, in the vocabulary of schema.org. Data, which no policy needs to allow. */
function FaqStructuredData() {
  const written = usePrerenderedHtml(DATA_ID, DATA);
  if (written === '') return null;
  return (
    <script
      id={DATA_ID}
      type="application/ld+json"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: it is what stands in the page already.
      dangerouslySetInnerHTML={{ __html: written }}
      suppressHydrationWarning
    />
  );
}
