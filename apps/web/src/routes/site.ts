import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { mainRoute, redirectAdministratorToProfile, rootRoute } from './parent-routes.ts';
import { profileRoute } from './profile.ts';

export const publicRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'public',
  component: lazyRouteComponent(() => import('../areas/site/pages/public-layout.tsx'), 'PublicLayout'),
});
const homeRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: '/',
  component: lazyRouteComponent(() => import('../areas/site/pages/home.tsx'), 'HomePage'),
});
const aboutRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: '/aboutUs',
  component: lazyRouteComponent(() => import('../areas/site/pages/about.tsx'), 'AboutPage'),
});
const pricingRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: '/pricing',
  component: lazyRouteComponent(() => import('../areas/site/pages/pricing.tsx'), 'PricingPage'),
});
const faqRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: '/faq',
  component: lazyRouteComponent(() => import('../areas/site/pages/faq.tsx'), 'FaqPage'),
});
const connectRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: '/connect',
  component: lazyRouteComponent(() => import('../areas/site/pages/connect.tsx'), 'ConnectPage'),
});
const cookieRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: '/cookie',
  component: lazyRouteComponent(() => import('../areas/site/pages/cookies.tsx'), 'CookiePage'),
});
const privacyRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: '/privacy',
  component: lazyRouteComponent(() => import('../areas/site/pages/privacy.tsx'), 'PrivacyPage'),
});
const sitemapRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: '/sitemap',
  component: lazyRouteComponent(() => import('../areas/site/pages/sitemap.tsx'), 'SitemapPage'),
});
const mainFaqRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: '/faq',
  component: lazyRouteComponent(() => import('../areas/site/pages/main-faq.tsx'), 'MainFaqPage'),
});
const termsRoute = createRoute({
  getParentRoute: () => profileRoute,
  path: '/terms',
  beforeLoad: redirectAdministratorToProfile,
  component: lazyRouteComponent(() => import('../areas/site/pages/terms.tsx'), 'TermsPage'),
});
const contactRoute = createRoute({
  getParentRoute: () => profileRoute,
  path: '/contact',
  beforeLoad: redirectAdministratorToProfile,
  component: lazyRouteComponent(() => import('../areas/site/pages/profile-contact.tsx'), 'ContactPage'),
});

export const siteRoutes = [homeRoute, aboutRoute, pricingRoute, faqRoute, connectRoute, cookieRoute, privacyRoute, sitemapRoute] as const;
export const siteMainRoutes = [mainFaqRoute] as const;
export const siteProfileRoutes = [termsRoute, contactRoute] as const;
