import { useSession } from './session.ts';

export type Platform = 'PP' | 'WV';

/** Of what somebody else shows by a link: theirs, whoever looks at it. */
let visited: Platform | null = null;

export function visitHouse(platform: Platform | null): void {
  visited = platform;
  showPlatform();
}

/** Whose house this is: the person's own platform, else what the address said before anybody signed in. */
function readPlatform(): Platform {
  if (visited) return visited;
  const isPartner = localStorage.getItem('platform') === 'WV' || /[?&]fromWVAdmin=true/.test(window.location.search);
  return isPartner ? 'WV' : 'PP';
}

/** The partner's tokens come with an attribute of the page; public/theme.js sets it before the first paint. */
export function showPlatform(): void {
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

export const brandOf = (platform: Platform): Brand => BRANDS[platform];
export const currentBrand = (): Brand => BRANDS[readPlatform()];

export function useBrand(): Brand {
  const session = useSession();
  return BRANDS[session?.platform ?? readPlatform()];
}
