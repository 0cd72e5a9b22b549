/** The position of an answer in the window. Journeys edit questions. */
import { screen, waitFor } from '@testing-library/react';
import { searchFaqs } from '@vitrine/contract/faq-admin.endpoints';
import type { Faq } from '@vitrine/contract/faqs';
import { listCategories } from '@vitrine/contract/faqs.endpoints';
import { expect, it, onTestFinished, vi } from 'vitest';
import { ADMIN } from '../../../testing/console.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { signedInApi, signIn } from '../../../testing/signed-in.ts';

const FAQ: Faq = {
  _id: '00000000-0000-7000-8000-0000000000f1',
  question: 'Which frames fit?',
  answer: '<p>All with a browser.</p>',
  isVisible: true,
  catagory: null,
  version: 1,
  updatedAt: '2026-01-01T00:00:00.000Z',
};

async function showAnswer(isWide: boolean) {
  const matchMedia = vi.spyOn(window, 'matchMedia');
  const scrollTo = vi.spyOn(window, 'scrollTo');
  onTestFinished(() => {
    matchMedia.mockRestore();
    scrollTo.mockRestore();
  });
  matchMedia.mockImplementation((media) => Object.assign(new EventTarget(), { matches: isWide, media }) as never);
  signIn(ADMIN);
  const { user } = await renderApp('/admin/faq', signedInApi(ADMIN).result(searchFaqs, [FAQ]).result(listCategories, { catagories: [] }));
  const question = await screen.findByRole('button', { name: FAQ.question });
  scrollTo.mockClear();
  await user.click(question);
  expect(await screen.findByText('All with a browser.')).toBeVisible();
  return scrollTo;
}

it('shows the top of an answer that replaces the list on narrow windows', async () => {
  const scrollTo = await showAnswer(false);
  await waitFor(() => expect(scrollTo).toHaveBeenCalledWith(expect.objectContaining({ top: 0 })));
});

it('keeps the position of the list next to an answer on wide windows', async () => {
  const scrollTo = await showAnswer(true);
  expect(scrollTo).not.toHaveBeenCalled();
});
