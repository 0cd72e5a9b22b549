/** What search engines and people who share a link are told of each public page. */
export interface PublicPage {
  path: string;
  /** As on the page's tab; the product's name is added where it is not there. */
  title: string;
  description: string;
  /** The picture shown with a shared link, under /social/, without its `.png`. */
  picture: string;
}

const HOME: PublicPage = {
  path: '/',
  title: 'Vitrine: your photos and videos on any screen',
  description:
    'Keep photos and videos in albums, put albums into playlists, and send them to frames and TVs. One product, from a laptop to a thousand walls.',
  picture: 'home',
};

export const PUBLIC_PAGES: readonly PublicPage[] = [
  HOME,
  {
    path: '/aboutUs',
    title: 'About Us',
    description: 'How a picture gets from a phone to a wall with Vitrine, and the people who build it.',
    picture: 'about',
  },
  {
    path: '/pricing',
    title: 'Pricing',
    description:
      'Start with a 30-day free trial and one screen. Plans for one person, for families and for many displays, from $49 a month.',
    picture: 'pricing',
  },
  {
    path: '/faq',
    title: 'Questions and answers',
    description: 'Which files work, what a screen needs, what happens when the network is gone, and everything else people ask first.',
    picture: 'faq',
  },
  {
    path: '/connect',
    title: 'Contact Us',
    description: 'Write to the people behind Vitrine. We answer within two working days.',
    picture: 'connect',
  },
  {
    path: '/privacy',
    title: 'Privacy Agreement',
    description: 'What Vitrine keeps about you, why, who can see it, how long it stays, and how to take it with you or have it removed.',
    picture: 'home',
  },
  {
    path: '/cookie',
    title: 'Cookie Policy',
    description: 'One cookie, no trackers: everything that Vitrine stores in your browser, by name, and what for.',
    picture: 'home',
  },
  { path: '/sitemap', title: 'Sitemap', description: 'Every public page of Vitrine on one page.', picture: 'home' },
  { path: '/login', title: 'Sign in', description: 'Sign in to Vitrine to see what your walls are showing.', picture: 'home' },
  {
    path: '/signup',
    title: 'Sign up',
    description: 'An account, an album, a screen: put your first photo on a wall within three minutes.',
    picture: 'home',
  },
];

/** The page at this address; a slash at its end makes no difference. */
export function findPublicPage(pathname: string): PublicPage | undefined {
  const path = pathname === '/' ? '/' : pathname.replace(/\/+$/, '');
  return PUBLIC_PAGES.find((page) => page.path === path);
}

export const getPageTitle = (page: PublicPage): string => (page.title.includes('Vitrine') ? page.title : `${page.title} · Vitrine`);

/** Which of the four menu entries is the active one: about 2, pricing 3, FAQ 4, otherwise 1 (specification 1 §2.5). */
export function getActiveMenuEntry(pathname: string): 1 | 2 | 3 | 4 {
  const path = findPublicPage(pathname)?.path;
  if (path === '/aboutUs') return 2;
  if (path === '/pricing') return 3;
  return path === '/faq' ? 4 : 1;
}
