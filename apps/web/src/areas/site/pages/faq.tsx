import { Link } from '@tanstack/react-router';
import { FaqBrowser } from '../parts/faq-browser.tsx';
import { TextPage } from '../parts/text-page.tsx';
import { FaqStructuredData, PrerenderedFaqs } from './written-faqs.tsx';

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
      <FaqBrowser place="faq" before={<PrerenderedFaqs />} />
      <FaqStructuredData />
    </TextPage>
  );
}
