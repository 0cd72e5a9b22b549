/** Metadata of a public page for search engines and shared links. */
export interface PublicPage {
  path: string;
  /** Title of the browser tab. The product name is appended when the title does not contain it. */
  title: string;
  description: string;
  /** Name of the image for shared links: the file in /social/ without `.png`. */
  picture: string;
}

const HOME: PublicPage = {
  path: '/',
  title: 'Vitrine: show your photos and videos on any screen',
  description:
    'Keep photos and videos in albums, build playlists and send them to photo frames and TVs. Free 30-day trial, no credit card required.',
  picture: 'home',
};

export const PUBLIC_PAGES: readonly PublicPage[] = [
  HOME,
  {
    path: '/aboutUs',
    title: 'About Us',
    description: 'How Vitrine puts photos from your phone on your screens, and who builds it.',
    picture: 'about',
  },
  {
    path: '/pricing',
    title: 'Pricing',
    description: 'Start with a free 30-day trial and one screen. Plans for individuals, families and businesses from $49 a month.',
    picture: 'pricing',
  },
  {
    path: '/faq',
    title: 'Frequently asked questions',
    description: 'Supported files, what you need as a screen, offline playback and other common questions.',
    picture: 'faq',
  },
  {
    path: '/connect',
    title: 'Contact Us',
    description: 'Contact the Vitrine team.',
    picture: 'connect',
  },
  {
    path: '/privacy',
    title: 'Privacy Agreement',
    description: 'What data Vitrine stores, why, who can see it, how long we keep it, and how to export or delete it.',
    picture: 'home',
  },
  {
    path: '/cookie',
    title: 'Cookie Policy',
    description: 'No trackers: every cookie and setting that Vitrine stores in your browser, and why.',
    picture: 'home',
  },
  { path: '/sitemap', title: 'Sitemap', description: 'All public Vitrine pages.', picture: 'home' },
  { path: '/login', title: 'Sign in', description: 'Sign in to Vitrine to manage your photos and screens.', picture: 'home' },
  {
    path: '/signup',
    title: 'Sign up',
    description: 'Create a free account and put your first photo on a screen in three minutes.',
    picture: 'home',
  },
];

/** Returns the page at a path, ignoring a trailing slash. */
export function findPublicPage(pathname: string): PublicPage | undefined {
  const path = pathname === '/' ? '/' : pathname.replace(/\/+$/, '');
  return PUBLIC_PAGES.find((page) => page.path === path);
}

export const getPageTitle = (page: PublicPage): string => (page.title.includes('Vitrine') ? page.title : `${page.title} · Vitrine`);

/** Returns the number of the active menu entry: About 2, Pricing 3, FAQ 4, otherwise Home 1 (specification 1 §2.5). */
export function getActiveMenuEntry(pathname: string): 1 | 2 | 3 | 4 {
  const path = findPublicPage(pathname)?.path;
  if (path === '/aboutUs') return 2;
  if (path === '/pricing') return 3;
  return path === '/faq' ? 4 : 1;
}
