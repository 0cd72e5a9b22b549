import { useBrand } from '../../../lib/platform.ts';
import styles from './terms.module.css';

/** Our own words; what is kept about a person is in the privacy agreement. */
export function TermsPage() {
  const { name } = useBrand();
  return (
    <article className={styles.text}>
      <p>These terms are between you, who have an account here, and whoever runs this installation of {name}.</p>
      <h2>Your account</h2>
      <p>
        One account is for one person or one organisation. Keep its password to yourself: what is done with it counts as done by you. If
        somebody else knows it, change it; every other browser is signed out at that moment.
      </p>
      <h2>Your pictures stay yours</h2>
      <p>
        You keep every right in what you upload. You allow us only what showing it needs: to store it, to prepare copies in other sizes and
        formats, and to send them to the screens and people you choose.
      </p>
      <h2>What does not belong here</h2>
      <p>
        Do not upload what you may not show: other people’s work without their consent, people who do not want to be seen, or anything the
        law forbids. We may take down such things and deactivate an account that keeps adding them.
      </p>
      <h2>Storage and plans</h2>
      <p>
        Your plan says how much you may store and how many screens you may run. When it ends, new uploads and new screens wait until it is
        renewed. What is already there stays, and keeps playing.
      </p>
      <h2>Sharing and families</h2>
      <p>
        Whoever you share an album or a family with sees what is in it, and can show it. You can end that at any time; copies that were
        downloaded before are out of our hands.
      </p>
      <h2>Screens</h2>
      <p>
        You decide where a screen hangs and what it shows. A screen goes on playing while it is offline, so something you delete may stay
        visible there until it is connected again.
      </p>
      <h2>What we promise, and what we cannot</h2>
      <p>
        We take care that your files are safe and your screens keep playing. We cannot promise that nothing ever fails, so keep the
        originals of what you could not bear to lose.
      </p>
      <h2>Ending it</h2>
      <p>
        You can export your data and delete your account whenever you like, in your profile. Deleting is final: albums, playlists and
        screens go with it.
      </p>
    </article>
  );
}
