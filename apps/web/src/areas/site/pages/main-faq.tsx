import { Link } from '@tanstack/react-router';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Text } from '../../../ui/text.tsx';
import styles from '../parts/faq-browser.module.css';
import { FaqBrowser } from '../parts/faq-browser.tsx';

/** Questions and answers for signed-in users. */
export function MainFaqPage() {
  return (
    <>
      <PageHeader title="FAQ" />
      <div className={styles.page}>
        <Text tone="soft">
          Can’t find an answer? <Link to="/main/profile/contact">Contact us</Link>.
        </Text>
        <FaqBrowser place="help" />
      </div>
    </>
  );
}
