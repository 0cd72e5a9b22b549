import { Link } from '@tanstack/react-router';
import { useBrand } from '../../../lib/platform.ts';
import styles from '../pages/public-layout.module.css';

const LINKS = [
  { to: '/connect', label: 'Contact Us' },
  { to: '/privacy', label: 'Privacy Agreement' },
  { to: '/cookie', label: 'Cookie Policy' },
  { to: '/sitemap', label: 'Sitemap' },
] as const;

export function SiteFooter() {
  const { name } = useBrand();
  return (
    <footer className={styles.footer}>
      <p>{name} is free software under the MIT License.</p>
      <nav className={styles.links} aria-label="More">
        {LINKS.map(({ to, label }) => (
          <Link key={to} to={to}>
            {label}
          </Link>
        ))}
        <a href="/api/docs">API</a>
      </nav>
    </footer>
  );
}
