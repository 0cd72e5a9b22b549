import { IconButton } from '../../../ui/icon-button.tsx';
import { RetryIcon } from '../../../ui/icons.tsx';
import styles from './contact-form.module.css';

interface CaptchaPictureProps {
  captcha: { svg: string } | undefined;
  isLoading: boolean;
  isFailed: boolean;
  onRenew: () => void;
}

/** Shown as a picture and never as markup, so that nothing in it can run. */
export function CaptchaPicture({ captcha, isLoading, isFailed, onRenew }: CaptchaPictureProps) {
  return (
    <div className={styles.captcha}>
      <div className={styles.picture} aria-busy={isLoading || undefined}>
        {captcha && !isFailed && (
          <img src={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(captcha.svg)}`} alt="Characters to type below" />
        )}
        {isFailed && <span>The picture could not be loaded.</span>}
      </div>
      <IconButton label="New picture" icon={<RetryIcon />} onClick={onRenew} disabled={isLoading} />
    </div>
  );
}
