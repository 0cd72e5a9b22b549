import { useSession } from './session.ts';

export type Platform = 'PP' | 'WV';

/** Platform of content opened by a link: that of its owner, regardless of the viewer. */
let visitedPlatform: Platform | null = null;

export function setVisitedPlatform(platform: Platform | null): void {
  visitedPlatform = platform;
  applyPlatform();
}

/** Returns the platform: the user's own, otherwise the one from the address before signing in. */
function readPlatform(): Platform {
  if (visitedPlatform) return visitedPlatform;
  const isPartner = localStorage.getItem('platform') === 'WV' || /[?&]fromWVAdmin=true/.test(window.location.search);
  return isPartner ? 'WV' : 'PP';
}

/** The partner's tokens come with an attribute of the page; public/theme.js sets it before the first paint. */
export function applyPlatform(): void {
  if (readPlatform() === 'WV') document.documentElement.dataset.platform = 'wv';
  else delete document.documentElement.dataset.platform;
}

export interface Brand {
  name: string;
  letter: 'V' | 'W';
}

const BRANDS: Record<Platform, Brand> = {
  PP: { name: 'Vitrine', letter: 'V' },
  WV: { name: 'WV', letter: 'W' },
};

export const getBrand = (platform: Platform): Brand => BRANDS[platform];
export const getCurrentBrand = (): Brand => BRANDS[readPlatform()];

export function useBrand(): Brand {
  const session = useSession();
  return BRANDS[session?.platform ?? readPlatform()];
}
