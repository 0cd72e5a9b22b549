import { type AllHTMLAttributes, Fragment, type JSX, type ReactNode } from 'react';
import styles from './text.module.css';

interface TextProps extends Omit<AllHTMLAttributes<HTMLElement>, 'as' | 'size'> {
  as?: keyof JSX.IntrinsicElements;
  size?: 'xs' | 'sm' | 'base' | 'md' | 'lg' | 'xl';
  tone?: 'soft' | 'danger' | 'warning';
  weight?: 'medium' | 'bold';
  /** Digits of the same width, for figures that change or stand below each other. */
  isTabular?: boolean;
  /** `anywhere` breaks long words, `pretty` avoids a last line of one word, `never` cuts off what does not fit into one line. */
  breaks?: 'anywhere' | 'pretty' | 'never';
}

/** A paragraph, or another element, in a size and colour of the type scale. */
export function Text({ as, size, tone, weight, isTabular, breaks, className, ...rest }: TextProps) {
  const Root = (as ?? 'p') as 'p';
  const classes = [size && styles[size], tone && styles[tone], weight && styles[weight], isTabular && styles.tabular];
  return <Root {...rest} className={[...classes, breaks && styles[breaks], className].filter(Boolean).join(' ')} />;
}

/** Text for screen readers. */
export function VisuallyHidden({ children, as: Element = 'span' }: { children: ReactNode; as?: 'span' | 'output' | 'legend' }) {
  return <Element className={styles.hidden}>{children}</Element>;
}

/** An email address that wraps before the @, and after a dot only where a side of the @ is too long for its line. */
export function EmailText({ email }: { email: string }) {
  return email.split(/(?=@)/).map((side, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text, which never change places.
    <span key={place} className={styles.emailPart}>
      {side.split(/(?<=\.)/).map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: as above.
        <Fragment key={index}>
          {index > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </span>
  ));
}
