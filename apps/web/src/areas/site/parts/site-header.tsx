import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useBrand } from '../../../lib/platform.ts';
import { useSession } from '../../../lib/session.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { CloseIcon, ListIcon } from '../../../ui/icons.tsx';
import { Logo } from '../../../ui/logo.tsx';
import { getLandingPage } from '../../accounts/landing.ts';
import { getActiveMenuEntry } from '../public-pages.ts';
import styles from './site-header.module.css';

// Only signed-in users load the menu code.
const SiteProfile = lazy(() => import('./account-menu.tsx').then((file) => ({ default: file.SiteAccountMenu })));

const ENTRIES = [
  { menu: 1, to: '/', label: 'Home' },
  { menu: 2, to: '/aboutUs', label: 'About Us' },
  { menu: 3, to: '/pricing', label: 'Pricing' },
  { menu: 4, to: '/faq', label: 'FAQ' },
] as const;

export function SiteHeader({ pathname }: { pathname: string }) {
  const brand = useBrand();
  const isSignedIn = useSession() !== null;
  const active = getActiveMenuEntry(pathname);
  const links = ENTRIES.map(({ menu, to, label }) => (
    <Link key={menu} to={to} className={styles.link} activeOptions={{ exact: true }} data-active={menu === active ? '' : undefined}>
      {label}
    </Link>
  ));
  return (
    <header className={styles.header}>
      <Link to="/" aria-label={`${brand.name}, home`} className={styles.home}>
        <Logo {...brand} />
      </Link>
      <nav className={styles.links} aria-label="Site">
        {links}
      </nav>
      {/* Rendered before the session is known: theme.js hides it for signed-in users until scripts replace it. */}
      <div className={styles.account} data-guest={isSignedIn ? undefined : ''}>
        {isSignedIn ? (
          <>
            <Link {...getLandingPage()} className={buttonClass('primary')}>
              Dashboard
            </Link>
            <Suspense fallback={<span className={styles.avatarSpace} />}>
              <SiteProfile />
            </Suspense>
          </>
        ) : (
          <>
            <Link to="/login" className={`${buttonClass('quiet')} ${styles.signIn}`}>
              Sign In
            </Link>
            <Link to="/signup" className={buttonClass('primary')}>
              Sign Up
            </Link>
          </>
        )}
      </div>
      {/* A native disclosure opens without scripts. The key closes it after each navigation. */}
      <details key={pathname} className={styles.menu}>
        <summary className={styles.summary} aria-label="Menu">
          <ListIcon className={styles.whenClosed} />
          <CloseIcon className={styles.whenOpen} />
        </summary>
        <nav className={styles.panel} aria-label="Menu">
          {links}
          {!isSignedIn && (
            <Link to="/login" className={styles.link}>
              Sign In
            </Link>
          )}
        </nav>
      </details>
    </header>
  );
}
