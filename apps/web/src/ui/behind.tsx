import { memo, type ReactNode } from 'react';

interface BehindProps {
  /** Something fills the window in front of it. */
  isCovered: boolean;
  children: ReactNode;
}

/** What is covered is not rendered again until it is seen: going on from picture to picture would render the whole page behind each. */
export const Behind = memo(
  ({ children }: BehindProps) => children,
  (before, now) => before.isCovered && now.isCovered,
);
Behind.displayName = 'Behind';
