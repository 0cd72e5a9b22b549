import type { FramingState } from '@vitrine/contract/web-pages';

/** Messages about whether screens can show a web page. */
export const FRAMING_MESSAGES: Record<FramingState, string> = {
  unchecked: 'Checking whether screens can show this page…',
  allowed: 'Screens can show this page.',
  forbidden: 'This site forbids being shown inside another page.',
  unreachable: 'This page can’t be reached.',
  private: 'This address is in a private network, so it wasn’t checked. Screens in the same network can show the page.',
  insecure: 'This address starts with http://. Screens that are connected with https can’t show it.',
  own: 'This address leads to this installation, which can’t be shown as a web page.',
};

/** Advice for states that the user can do something about. */
export const FRAMING_ADVICE: Partial<Record<FramingState, string>> = {
  forbidden: 'Screens skip it. Use another page, or ask the site’s operator to allow it.',
  unreachable: 'Check the address. Screens try to load it anyway, in case they can reach it.',
  own: 'Screens skip it. Enter the address of another site.',
};

/** States that need the user's attention. */
export const isFramingProblem = (framing: FramingState | null): framing is FramingState =>
  framing === 'forbidden' || framing === 'unreachable' || framing === 'insecure' || framing === 'own';
