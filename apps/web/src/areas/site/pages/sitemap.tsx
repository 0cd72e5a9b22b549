import { Link } from '@tanstack/react-router';
import { AppStoreLinks } from '../parts/app-store-links.tsx';
import { TextPage } from '../parts/text-page.tsx';
import styles from './sitemap.module.css';

const PAGES = [
  ['/', 'Home', 'What this is, at a glance'],
  ['/login', 'Login', 'For those who have an account'],
  ['/signup', 'Sign Up', 'For those who want one'],
  ['/connect', 'Contact', 'Write to us'],
  ['/aboutUs', 'About', 'How it works, and who makes it'],
  ['/pricing', 'Pricing', 'Plans and products'],
  ['/faq', 'FAQ', 'What people ask first'],
  ['/privacy', 'Privacy', 'The agreement between you and us'],
  ['/cookie', 'Cookie', 'What is stored in your browser'],
] as const;

export function SitemapPage() {
  return (
    <TextPage title="Sitemap" lead="Every public page.">
      <ul className={styles.list}>
        {PAGES.map(([to, label, note]) => (
          <li key={to}>
            <Link to={to}>{label}</Link>
            <span>{note}</span>
          </li>
        ))}
      </ul>
      <section className={styles.apps}>
        <h2>Mobile apps</h2>
        <AppStoreLinks />
      </section>
    </TextPage>
  );
}
