import { Link } from '@tanstack/react-router';
import { Contact } from '../parts/contact.tsx';
import styles from '../parts/text-page.module.css';
import { TextPage } from '../parts/text-page.tsx';

export function ConnectPage() {
  return (
    <TextPage
      title="Contact Us"
      lead="Have a question, a problem with a screen or an idea? Send us a message and we’ll reply by email."
      isWide
    >
      <div className={styles.columns}>
        <Contact />
        <aside className={styles.aside}>
          <h2>Find an answer</h2>
          <p>
            Supported files, screen requirements, offline playback and more: see <Link to="/faq">frequently asked questions</Link>.
          </p>
          <h2>How we handle your message</h2>
          <p>
            The people who run this installation read and answer your message and keep it for as long as needed. Learn more in the{' '}
            <Link to="/privacy">Privacy Agreement</Link>.
          </p>
        </aside>
      </div>
    </TextPage>
  );
}
