import { useBrand } from '../../../lib/platform.ts';
import { Stack } from '../../../ui/layout.tsx';
import { Text } from '../../../ui/text.tsx';
import { TextPage } from '../parts/text-page.tsx';
import styles from './cookies.module.css';

const STORED = [
  [
    'vitrine_media',
    'Loads your photos and videos while you’re signed in. Scripts can’t read this cookie.',
    '24 hours, or until you sign out',
  ],
  [
    'vitrine_browser',
    'Recognizes your browser when you sign in, so that failed sign-in attempts by others don’t lock you out. It doesn’t give access to your account, and scripts can’t read it.',
    '400 days from your last sign-in',
  ],
  ['token, userId, role, name, email, profilePic', 'Keep you signed in from page to page.', '24 hours, or until you sign out'],
  ['orgId, orgRole, accountType, platform', 'Remember your family or partner and which account you’re using.', 'Until you sign out'],
  [
    'chosenPlan, payment',
    'Remember the plan you chose before signing up, and prevent double payments if you click twice or reload the page.',
    '24 hours or until you close the tab',
  ],
  ['theme', 'Remembers your light or dark mode.', 'Until you choose “System”'],
  ['View choices', 'Remember grid or list view and the slideshow speed.', 'Until you sign out'],
  [
    'Uploads',
    'Remember unfinished uploads so that they continue after you reload the page.',
    'Until they finish, you remove them or you sign out',
  ],
  ['Screen cache', 'On screens only: stores what the screen plays so that it works offline.', 'Until it’s no longer published'],
] as const;

export function CookiePage() {
  const { name: product } = useBrand();
  return (
    <TextPage
      title="Cookie Policy"
      lead={`${product} sets two cookies, and only after you sign in. We don’t use trackers, ads or visitor counters, so there’s no cookie banner.`}
    >
      <section className={styles.section}>
        <h2>What is stored in your browser</h2>
        <Stack as="dl">
          {STORED.map(([name, purpose, stays]) => (
            <div key={name} className={styles.row}>
              <dt>{name}</dt>
              <dd>{purpose}</dd>
              <Text as="dd" size="sm">
                {stays}
              </Text>
            </div>
          ))}
        </Stack>
      </section>
      <section className={styles.section}>
        <h2>Why we don’t ask for consent</h2>
        <p>
          All of this is needed for features you use: staying signed in, showing your photos and remembering your settings. No one else can
          read it, and it doesn’t track you on other sites.
        </p>
      </section>
      <section className={styles.section}>
        <h2>How to remove stored data</h2>
        <p>
          Signing out removes everything except the cookie that recognizes your browser. You can also delete all site data in your browser’s
          settings. You’ll be signed out, and screens will download their content again.
        </p>
      </section>
      <section className={styles.section}>
        <h2>Payments</h2>
        <p>
          If this installation accepts cards through Stripe, only the payment pages load Stripe’s script. Stripe sets its own cookies there
          to detect fraud.
        </p>
      </section>
    </TextPage>
  );
}
