/** Public pages for a partner's visitors and for signed-in users. `e2e/public-site.spec.ts` loads them without scripts. */
import { screen, waitFor, within } from '@testing-library/react';
import { signOut } from '@vitrine/contract/accounts.endpoints';
import { listCategories, listUserFaqs, searchUserFaqs } from '@vitrine/contract/faqs.endpoints';
import { listPlans } from '@vitrine/contract/subscriptions.endpoints';
import { createCaptcha } from '@vitrine/contract/support.endpoints';
import { expect, it, vi } from 'vitest';
import { FakeApi } from '../../../testing/fake-api.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { signedInApi, signIn } from '../../../testing/signed-in.ts';

const withPublicData = (api: FakeApi) =>
  api
    .result(createCaptcha, { captchaId: 'c1', svg: '<svg xmlns="http://www.w3.org/2000/svg"/>' })
    .result(listPlans, [])
    .result(listUserFaqs, [])
    .result(searchUserFaqs, [])
    .result(listCategories, { catagories: [] });

it.each([
  ['/', 'Your photos belong on the wall.'],
  ['/aboutUs', 'About Us'],
  ['/pricing', 'Pricing'],
  ['/faq', 'Frequently asked questions'],
  ['/connect', 'Contact Us'],
  ['/privacy', 'Privacy Agreement'],
  ['/cookie', 'Cookie Policy'],
  ['/sitemap', 'Sitemap'],
  ['/login', 'Welcome back'],
  ['/signup', 'Create your account'],
])('shows the partner’s name at %s to visitors from the partner', async (path, heading) => {
  await renderApp(`${path}?fromWVAdmin=true`, withPublicData(new FakeApi()));
  expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeVisible();
  expect(screen.getByRole('contentinfo')).toHaveTextContent('WV is free software');
  expect(document.body).not.toHaveTextContent('Vitrine');
});

/** Returns the header of the site. Some pages contain a second header. */
async function openHeader() {
  await screen.findByRole('heading', { level: 1 });
  return within(screen.getAllByRole('banner')[0] as HTMLElement);
}

it('marks the open page in the header, and offers visitors to sign in', async () => {
  await renderApp('/pricing', withPublicData(new FakeApi()));
  const header = await openHeader();
  expect(header.getAllByRole('link', { name: 'Sign In' })[0]).toBeVisible();
  expect(header.getAllByRole('link', { name: 'Pricing' })[0]).toHaveAttribute('data-active');
  expect(header.getAllByRole('link', { name: 'Home' })[0]).not.toHaveAttribute('data-active');
});

it('shows the signed-in account in the header, with links to its pages', async () => {
  signIn();
  const { user } = await renderApp(
    '/aboutUs',
    withPublicData(signedInApi()).on(signOut, () => ({})),
  );
  const header = await openHeader();
  expect(await header.findByRole('link', { name: 'Dashboard' })).toBeVisible();
  expect(header.queryByRole('link', { name: 'Sign In' })).toBeNull();
  await user.click(await screen.findByRole('button', { name: /^Profile of/ }));
  expect(await screen.findByText(/ of 5GB used$/)).toBeVisible();
  for (const name of ['Dashboard', 'Settings', 'Upgrade']) expect(screen.getByRole('menuitem', { name })).toBeVisible();
  await user.click(screen.getByRole('menuitem', { name: 'Sign out' }));
  await waitFor(() => expect(header.getByRole('link', { name: 'Sign Up' })).toBeVisible());
});

it('plays the captcha as a sound with its own instruction', async () => {
  const play = vi.spyOn(window.HTMLMediaElement.prototype, 'play').mockResolvedValue();
  vi.spyOn(window.HTMLMediaElement.prototype, 'pause').mockReturnValue();
  const { user } = await renderApp('/connect', withPublicData(new FakeApi()));
  await screen.findByAltText('Characters to type below');
  await user.click(screen.getByRole('button', { name: 'Listen instead' }));
  expect(await screen.findByText(/Count the short, high beeps in each group/)).toBeVisible();
  await waitFor(() => expect(play).toHaveBeenCalledTimes(1));
  expect((play.mock.contexts[0] as HTMLAudioElement).src).toContain('/api/contacts/captcha/sound?captchaId=c1');
  vi.restoreAllMocks();
});

it.each([
  ['Windows', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)'],
  ['Mac', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)'],
])('highlights the current operating system: %s', async (system, userAgent) => {
  const agent = vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent);
  await renderApp('/', withPublicData(new FakeApi()));
  const heading = await screen.findByRole('heading', { name: system });
  await waitFor(() => expect(heading.closest('li')).toHaveAttribute('data-here'));
  expect(document.querySelectorAll('[data-here]')).toHaveLength(1);
  agent.mockRestore();
});
