import { useBrand } from '../../../lib/platform.ts';
import { TextPage } from '../parts/text-page.tsx';
import styles from './cookies.module.css';

const STORED = [
  [
    'vitrine_media',
    'A cookie that lets pictures and videos load while you are signed in. No script can read it.',
    '24 hours, or until you sign out',
  ],
  [
    'vitrine_browser',
    'A cookie that tells this browser from a stranger’s when you sign in, so that nobody else’s wrong guesses lock you out. It opens nothing, and no script can read it.',
    '400 days from your last sign-in',
  ],
  [
    'token, userId, role, name, email, profilePic',
    'Who is signed in, so that you need not sign in on every page.',
    '24 hours, or until you sign out',
  ],
  [
    'orgId, orgRole, accountType, platform',
    'Which family or partner your account belongs to, and which side you are looking at.',
    'Until you sign out',
  ],
  [
    'chosenPlan, payment',
    'The plan you chose before signing up, and a random number for each purchase, so that a second click or a reload never pays twice.',
    'One day, or until the tab is closed',
  ],
  ['theme', 'Whether you chose light or dark.', 'Until you choose “Like the system”'],
  ['View choices', 'Whether you like grids or lists, and how long pictures stay in a preview.', 'Until you sign out'],
  [
    'Uploads',
    'Files on their way and how far they came, so that they go on after a reload.',
    'Until they are through, removed, or you sign out',
  ],
  ['Screen cache', 'On a screen only: what it plays, so that it goes on without a network.', 'Until it is no longer published'],
] as const;

export function CookiePage() {
  const { name: product } = useBrand();
  return (
    <TextPage
      title="Cookie Policy"
      lead={`${product} sets two cookies, and only once you sign in. There are no trackers, no advertising and no counters of visitors, which is why no banner asks you about them.`}
    >
      <section className={styles.section}>
        <h2>What is stored in your browser</h2>
        <dl className={styles.list}>
          {STORED.map(([name, purpose, stays]) => (
            <div key={name} className={styles.row}>
              <dt>{name}</dt>
              <dd>{purpose}</dd>
              <dd className={styles.stays}>{stays}</dd>
            </div>
          ))}
        </dl>
      </section>
      <section className={styles.section}>
        <h2>Why there is no choice to make</h2>
        <p>
          All of it is needed for something you asked for: to be signed in, to see your pictures, to find your settings again. Nothing is
          read by anybody else, and nothing follows you to other sites.
        </p>
      </section>
      <section className={styles.section}>
        <h2>Removing it</h2>
        <p>
          Signing out clears everything about you but the cookie that recognises your browser. Your browser can also remove it at any time,
          in its settings under site data; you are then signed out, and a screen fetches its pictures anew.
        </p>
      </section>
      <section className={styles.section}>
        <h2>Payments</h2>
        <p>
          Where an installation takes cards through Stripe, the payment pages, and no others, load Stripe’s script. It sets cookies of its
          own there to recognise fraud.
        </p>
      </section>
    </TextPage>
  );
}
