import { getBrand, useBrand } from '../../../lib/platform.ts';
import { EXPORT_CONTENTS } from '../personal-data.ts';
import styles from './privacy-text.module.css';

/** Brand name used in the texts below; partner users see the partner's name. */
const DEFAULT_BRAND_NAME = getBrand('PP').name;

/** The agreement itself: paragraphs by heading. Shown at the first sign-in and on /privacy, so that both say the same. */
const SECTIONS: { title: string; paragraphs: string[] }[] = [
  {
    title: '1. About this agreement',
    paragraphs: [
      'Vitrine stores your photos and videos and shows them on the screens you choose. “We” means the company or person that runs the installation you signed up for, its parent company if it has one, and the related products you use with the same account. “You” means the account holder.',
      'By accepting this agreement, you allow us to process your data as described here and in no other way. We can’t store your photos without your agreement, so we ask the first time you sign in.',
    ],
  },
  {
    title: '2. What we store',
    paragraphs: [
      'Your account: your name and email address and, if you add them, your phone number, birthday, gender, postal addresses and profile photo. Your password is stored in a form that we can’t read.',
      'Your content: the files you upload, including details saved by the camera (such as time, place and orientation), your albums, captions, playlists and schedules, and the copies of your photos and videos that we prepare for your screens.',
      'Your screens: their names, time zones and software versions, what they show, and when they were last online. Your sign-ins: the time, the network address and the type of browser. You can review and end your sign-ins in your profile.',
      'Orders and payments: what you bought, how much you paid and where it was sent. Card numbers go directly to the payment provider. We never receive them.',
    ],
  },
  {
    title: '3. How we use your data',
    paragraphs: [
      'We use your data to sign you in, prepare your files and show them on your screens, send necessary emails such as verification links, keep the service secure, answer your messages and fulfill your orders.',
      'We don’t sell or rent your data or share it with advertisers. We don’t use your photos to train models, and we don’t use face recognition.',
    ],
  },
  {
    title: '4. Who can see it',
    paragraphs: [
      'You, the people you share an album with, the members of your family for everything that belongs to the family, and anyone in front of a screen that shows your content. Keep this in mind before you publish.',
      'Administrators of this installation can open an account when their work requires it. Everything they do on your behalf is recorded in an audit trail.',
      'Our service providers (such as hosting, email, payment and printing companies) receive only the data they need and may not use it for anything else. We disclose data to authorities only where the law requires it.',
    ],
  },
  {
    title: '5. Where we store your data and how we protect it',
    paragraphs: [
      'We store your data on the servers of this installation and in its backups. Passwords are encrypted in your browser before they are sent. You are signed out after 24 hours. Each screen receives only what is published to it and keeps a copy so that it can play offline.',
      'No system is completely secure. If your data is ever lost or seen by someone who shouldn’t have access to it, we’ll tell you without delay what happened, what it means for you and what we’re doing about it.',
    ],
  },
  {
    title: '6. How long we keep your data',
    paragraphs: [
      'We keep your data until you delete it. Deleted photos, videos and albums stay in Trash for 30 days. Screens stop showing them as soon as they are online. When you delete your account, its content is deleted with it. Copies in backups remain until those backups are overwritten. We keep invoices for as long as tax law requires.',
      'When a plan ends, you can’t upload files or add devices until you renew it. We never hide or delete existing content because a plan ended.',
    ],
  },
  {
    title: '7. Your rights',
    paragraphs: [
      `In your profile you can view and correct your data, download a copy, and delete your account at any time. ${EXPORT_CONTENTS}`,
      'You can also object to or limit how we use your data and withdraw your consent. Withdrawing consent doesn’t affect what we did before.',
      'If you think we have handled your data incorrectly, contact us first so that we can fix it. You can also complain to your local data protection authority.',
    ],
  },
  {
    title: '8. Children, other people and changes',
    paragraphs: [
      'You must be at least 16 years old to have an account. Upload photos of other people only with their consent, and remove them if they ask you to.',
      'We may change this agreement. The current version is always on the Privacy page.',
    ],
  },
];

export function PrivacyText({ headings = 'h3' }: { headings?: 'h2' | 'h3' }) {
  const Heading = headings;
  const { name } = useBrand();
  return (
    <div className={styles.text}>
      {SECTIONS.map(({ title, paragraphs }) => (
        <section key={title} className={styles.section}>
          <Heading>{title}</Heading>
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph.replaceAll(DEFAULT_BRAND_NAME, name)}</p>
          ))}
        </section>
      ))}
    </div>
  );
}
