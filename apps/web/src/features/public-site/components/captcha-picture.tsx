import { useEffect, useRef, useState } from 'react';
import { IconButton } from '../../../ui/icon-button.tsx';
import { RetryIcon, SoundIcon } from '../../../ui/icons.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { captchaSoundAddress } from '../api/contacts.ts';
import styles from './contact-form.module.css';

interface CaptchaPictureProps {
  captcha: { captchaId: string; svg: string } | undefined;
  isLoading: boolean;
  isFailed: boolean;
  onRenew: () => void;
}

/** The captcha as an image, never as markup, so that nothing in it can run, and as beeps to count. */
export function CaptchaPicture({ captcha, isLoading, isFailed, onRenew }: CaptchaPictureProps) {
  const [isHeard, setIsHeard] = useState(false);
  const play = usePlayer();
  const listen = ({ captchaId }: { captchaId: string }) => {
    setIsHeard(true);
    play(captchaSoundAddress(captchaId));
  };
  return (
    <div className={styles.captcha}>
      <div className={styles.picture} aria-busy={isLoading || undefined}>
        {captcha && !isFailed && (
          <img src={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(captcha.svg)}`} alt="Characters to type below" />
        )}
        {isFailed && <span>The picture could not be loaded.</span>}
      </div>
      <IconButton label="New picture" icon={<RetryIcon />} onClick={onRenew} disabled={isLoading} />
      <IconButton
        label="Listen instead"
        icon={<SoundIcon />}
        onClick={() => captcha && listen(captcha)}
        disabled={isLoading || isFailed || !captcha}
      />
      {isHeard && (
        <output className={styles.sound}>
          You hear five groups. Each begins with a long low gong. Count the short high beeps of each group and ignore hissing and buzzing.
          Type the five numbers instead of the characters. To hear them again, choose “Listen instead” once more.
        </output>
      )}
    </div>
  );
}

/** Plays one sound at a time and stops when the form is closed. */
function usePlayer(): (address: string) => void {
  const playing = useRef<HTMLAudioElement>(null);
  useEffect(() => () => playing.current?.pause(), []);
  return (address) => {
    playing.current?.pause();
    const sound = new Audio(address);
    playing.current = sound;
    sound.play().catch(() => toast.error('The sound could not be played.'));
  };
}
