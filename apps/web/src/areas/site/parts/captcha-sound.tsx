import { useEffect } from 'react';
import { toast } from '../../../ui/toast-store.ts';
import styles from './contact-form.module.css';

/** Plays the captcha and explains what to type. Stops when it is removed, and when another play replaces it. */
export default function CaptchaSound({ address }: { address: string }) {
  useEffect(() => {
    const sound = new Audio(address);
    sound.play().catch((error: unknown) => {
      const isStopped = error instanceof DOMException && error.name === 'AbortError';
      if (!isStopped) toast.error('Couldn’t play the sound.');
    });
    return () => sound.pause();
  }, [address]);
  return (
    <output className={styles.sound}>
      You’ll hear five groups, each after a long, low gong. Count the short, high beeps in each group. Ignore hissing and buzzing. Type the
      five numbers instead of the characters. To hear them again, choose “Listen instead”.
    </output>
  );
}
