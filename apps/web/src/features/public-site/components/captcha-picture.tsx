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

/** Shown as a picture and never as markup, so that nothing in it can run; for the ear there are tones to count. */
export function CaptchaPicture({ captcha, isLoading, isFailed, onRenew }: CaptchaPictureProps) {
  const [isHeard, setIsHeard] = useState(false);
  const play = useTones();
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
          You hear five groups of tones. Count the tones of each group, and type the five numbers instead of the characters. To hear them
          again, choose “Listen instead” once more.
        </output>
      )}
    </div>
  );
}

/** Plays one after the other, and none once the form is left. */
function useTones(): (address: string) => void {
  const playing = useRef<HTMLAudioElement>(null);
  useEffect(() => () => playing.current?.pause(), []);
  return (address) => {
    playing.current?.pause();
    const sound = new Audio(address);
    playing.current = sound;
    sound.play().catch(() => toast.error('The tones could not be played.'));
  };
}
