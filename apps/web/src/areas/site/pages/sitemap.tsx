import { Link } from '@tanstack/react-router';
import { Stack } from '../../../ui/layout.tsx';
import { AppStoreLinks } from '../parts/app-store-links.tsx';
import styles from '../parts/text-page.module.css';
import { TextPage } from '../parts/text-page.tsx';

const PAGES = [
  ['/', 'Home', 'Overview of the product'],
  ['/login', 'Login', 'Sign in to your account'],
  ['/signup', 'Sign Up', 'Create an account'],
  ['/connect', 'Contact', 'Send us a message'],
  ['/aboutUs', 'About', 'How it works'],
  ['/pricing', 'Pricing', 'Plans and products'],
  ['/faq', 'FAQ', 'Answers to common questions'],
  ['/privacy', 'Privacy', 'How we handle your data'],
  ['/cookie', 'Cookie', 'What is stored in your browser'],
] as const;

export function SitemapPage() {
  return (
    <TextPage title="Sitemap" lead="All public pages">
      <ul className={styles.list}>
        {PAGES.map(([to, label, note]) => (
          <li key={to}>
            <Link to={to}>{label}</Link>
            <span>{note}</span>
          </li>
        ))}
      </ul>
      <Stack as="section" gap={3}>
        <h2>Mobile apps</h2>
        <AppStoreLinks />
      </Stack>
    </TextPage>
  );
}
