import { getBrand, useBrand } from '../../../lib/platform.ts';
import styles from './privacy-text.module.css';

/** The product as the texts below name it; whoever reads them in the partner's house reads the partner's name. */
const DEFAULT_BRAND_NAME = getBrand('PP').name;

/** The agreement itself: paragraphs by heading. Shown at the first sign-in and on /privacy, so that both say the same. */
const SECTIONS: { title: string; paragraphs: string[] }[] = [
  {
    title: '1. Who this is about',
    paragraphs: [
      'Vitrine keeps photos and videos for you and shows them on the screens you choose. “We” are the company or person who runs the installation you signed up at, the parent company it belongs to if it has one, and those sister products of the same group that you reach with the same account. “You” are the person whose name is on the account.',
      'By accepting this agreement you allow us to handle your data in the way described here, and in no other way. Without it we cannot keep a single picture for you, which is why we ask at the first sign-in.',
    ],
  },
  {
    title: '2. What is kept',
    paragraphs: [
      'Your account: name, email address, and, if you enter them, phone number, birthday, gender, postal addresses and a profile picture. Your password is kept as an argon2id hash that nobody can read back.',
      'Your content: the files you upload together with what the camera wrote into them (such as time, place and orientation), your albums, captions, playlists and schedules, and the smaller versions that we make of your pictures and videos for your screens.',
      'Your screens: their names, time zones, versions, what they show and when they were last connected. Your sign-ins: when, from which network address and with which kind of browser, so that you can see and end them in your profile.',
      'Orders and payments, where you make any: what was bought, for how much and where it was sent. Card numbers go to the payment provider and never reach us.',
    ],
  },
  {
    title: '3. What it is used for',
    paragraphs: [
      'To sign you in, to prepare your files for your screens and to show them there; to send the mails the product needs, such as links that verify an address; to keep the service safe; to answer you when you write to us; and to fulfil what you order.',
      'Nothing is sold, rented or shown to advertisers. Your pictures are not used to train anything, and nobody’s face is recognised in them.',
    ],
  },
  {
    title: '4. Who can see it',
    paragraphs: [
      'You; the people you share an album with; the members of a family you belong to, as far as its owner allows; and everybody who stands in front of a screen on which you show something. Think of that last one before you publish.',
      'The people who administer this installation can open an account where their work requires it. Each time they act for somebody it is written to an audit trail.',
      'Companies that work for us (a hosting company, a mail service, a payment provider, a printing house for posters) receive what their task needs and are bound to use it for nothing else. Authorities receive data only where a law obliges us.',
    ],
  },
  {
    title: '5. Where it is kept, and how it is protected',
    paragraphs: [
      'On the machines of this installation, and in its backups. Passwords are sealed in the browser before they travel. Sessions end after 24 hours. A screen holds a secret of its own and receives only what is published to it; it keeps a copy so that it can play without a network.',
      'No protection is perfect. Should data of yours ever be lost or seen by somebody it was not meant for, we tell you what happened, what it means for you and what we are doing about it, without delay.',
    ],
  },
  {
    title: '6. How long it stays',
    paragraphs: [
      'Until you delete it. A file that you delete disappears from your albums at once and from screens as soon as they are connected. When you delete your account, its content goes with it; copies in backups are overwritten within 35 days. Invoices stay as long as tax law requires.',
      'A plan that has run out stops new uploads and new devices. It never hides or deletes what is there.',
    ],
  },
  {
    title: '7. What you can ask for',
    paragraphs: [
      'You can read and correct your data in your profile, take a copy of all of it with you, and delete your account there, without asking anybody. You may object to a use, or ask for it to be limited, and you can take back this agreement at any time; what was done until then stays lawful.',
      'If you think we handle your data wrongly, write to us first, since most things are quickly put right. You may also turn to the data protection authority where you live.',
    ],
  },
  {
    title: '8. Children, other people, and changes',
    paragraphs: [
      'An account is for people of 16 years and older. Upload pictures of others only if they would be glad about it, and take them down when they ask you to.',
      'When this agreement changes in a way that matters, we ask you again at your next sign-in and say what is different.',
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
