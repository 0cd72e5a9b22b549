import type { AllHTMLAttributes, JSX } from 'react';
import styles from './layout.module.css';

/** Steps of the spacing scale: 2 stands for `--space-2`. */
type Gap = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 8;

interface StackProps extends Omit<AllHTMLAttributes<HTMLElement>, 'as' | 'wrap'> {
  as?: keyof JSX.IntrinsicElements;
  gap?: Gap;
  align?: 'start' | 'center' | 'end' | 'baseline';
  /** Fills the free space of a surrounding row. */
  grows?: boolean;
  /** May become narrower than its content, which then wraps or is cut off. */
  canShrink?: boolean;
}

interface RowProps extends StackProps {
  justify?: 'between' | 'center' | 'end';
  wrap?: boolean;
}

const GAPS = ['', styles.gap1, styles.gap2, styles.gap3, styles.gap4, styles.gap5, styles.gap6, '', styles.gap8];
const JUSTIFY = { between: styles.between, center: styles.justifyCenter, end: styles.justifyEnd };
const join = (classes: (string | false | undefined)[]) => classes.filter(Boolean).join(' ');

/** Children below each other, as wide as their container unless `align` says otherwise. */
export function Stack({ as, gap = 0, align, grows, canShrink, className, ...rest }: StackProps) {
  const Root = (as ?? 'div') as 'div';
  const own = [styles.stack, GAPS[gap], align && styles[align], grows && styles.grows, canShrink && styles.canShrink];
  return <Root {...rest} className={join([...own, className])} />;
}

/** Children next to each other. */
export function Row({ justify, wrap, className, ...rest }: RowProps) {
  return <Stack {...rest} className={join([styles.row, justify && JUSTIFY[justify], wrap && styles.wrap, className])} />;
}
