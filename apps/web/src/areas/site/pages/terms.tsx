import { useBrand } from '../../../lib/platform.ts';
import styles from '../parts/text-page.module.css';

/** Our own words; what is kept about a person is in the privacy agreement. */
export function TermsPage() {
  const { name } = useBrand();
  return (
    <article className={styles.text}>
      <p>These terms apply between you, the account holder, and the operator of this {name} installation.</p>
      <h2>Your account</h2>
      <p>
        An account is for one person or one organization. Keep your password secret. You’re responsible for everything done with your
        account. If someone else knows your password, change it. This signs out all other browsers.
      </p>
      <h2>Your photos stay yours</h2>
      <p>
        You keep all rights to what you upload. You only allow us to store it, to prepare copies in other sizes and formats, and to send
        them to the screens and people you choose.
      </p>
      <h2>What you may not upload</h2>
      <p>
        Don’t upload other people’s work without permission, photos of people who haven’t agreed to be shown, or anything illegal. We may
        remove such content and deactivate accounts that keep uploading it.
      </p>
      <h2>Storage and plans</h2>
      <p>
        Your plan sets how much you can store and how many devices you can add. When it ends, you can’t upload files or add devices until
        you renew it. Existing content is kept and keeps playing.
      </p>
      <h2>Sharing and families</h2>
      <p>
        People you share an album or a family with can see its content and show it on their screens. You can stop sharing at any time, but
        we can’t recall copies that were already downloaded.
      </p>
      <h2>Screens</h2>
      <p>
        You’re responsible for where your screens are and what they show. Screens keep playing while offline, so deleted content may stay
        visible until the screen reconnects.
      </p>
      <h2>Our commitment and its limits</h2>
      <p>
        We work to keep your files safe and your screens playing, but we can’t guarantee that nothing will ever fail. Keep your own copies
        of important files.
      </p>
      <h2>Closing your account</h2>
      <p>
        You can export your data and delete your account in your profile at any time. Deleting your account permanently deletes its albums,
        playlists and devices.
      </p>
    </article>
  );
}
