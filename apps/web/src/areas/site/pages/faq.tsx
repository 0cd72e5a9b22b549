import { Link } from '@tanstack/react-router';
import { FaqBrowser } from '../parts/faq-browser.tsx';
import { TextPage } from '../parts/text-page.tsx';
import { FaqStructuredData, PrerenderedFaqs } from './written-faqs.tsx';

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
