import { Link } from '@tanstack/react-router';
import { Contact } from '../parts/contact.tsx';
import { TextPage } from '../parts/text-page.tsx';
import styles from './connect.module.css';

export function ConnectPage() {
  return (
    <TextPage
      title="Contact Us"
      lead="A question before you start, a screen that won’t play, an idea: write to us. A person reads it and replies within two working days."
      isWide
    >
      <div className={styles.columns}>
        <Contact />
        <aside className={styles.aside}>
          <h2>Already answered?</h2>
          <p>
            Which files work, what a screen needs, what happens without a network: see <Link to="/faq">the questions people ask first</Link>
            .
          </p>
          <h2>What happens to your message</h2>
          <p>
            It is read by the people who run this installation, answered, and kept for as long as the conversation takes. More in the{' '}
            <Link to="/privacy">Privacy Agreement</Link>.
          </p>
        </aside>
      </div>
    </TextPage>
  );
}
