import { Link } from '@tanstack/react-router';
import { FaqBrowser } from '../../../features/faqs/components/faq-browser.tsx';
import { TextPage } from '../shell/text-page.tsx';
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
