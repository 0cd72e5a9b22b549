/** Categories of questions in the console, and the position of an answer in the window. `faqs` of the server has the rules, `e2e/console-faq.spec.ts` the editor of answers. */
import { screen, waitFor, within } from '@testing-library/react';
import { createCategory, deleteCategory, searchFaqs } from '@vitrine/contract/faq-admin.endpoints';
import type { Category, Faq } from '@vitrine/contract/faqs';
import { listCategories } from '@vitrine/contract/faqs.endpoints';
import { expect, it, onTestFinished, vi } from 'vitest';
import { ADMIN } from '../../../testing/console.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { signedInApi, signIn } from '../../../testing/signed-in.ts';

const aCategory = (index: number, catagoryName: string): Category => ({
  _id: `00000000-0000-7000-8000-00000003${String(index).padStart(4, '0')}`,
  catagoryName,
  visibality: 'all',
  visibleFaqs: 0,
  version: 1,
});
const SCREENS = aCategory(1, 'Screens');
const FREE: Faq = {
  _id: '00000000-0000-7000-8000-000000030100',
  question: 'What is free?',
  answer: '<p>One screen.</p>',
  isVisible: true,
  catagory: null,
  version: 1,
  updatedAt: '2026-01-01T00:00:00.000Z',
};

function openFaqs(address: string, categories = [SCREENS]) {
  signIn(ADMIN);
  const api = signedInApi(ADMIN)
    .on(listCategories, () => ({ result: { catagories: [...categories] } }))
    .result(searchFaqs, [FREE]);
  return renderApp(address, api).then((app) => ({ ...app, api }));
}

it('explains a short name of a category, adds one by keyboard, and refuses to delete one with questions', async () => {
  const categories = [SCREENS];
  const { user, api } = await openFaqs('/admin/faq', categories);
  api.on(createCategory, ({ body }) => {
    categories.push({ ...aCategory(2, ''), ...(body as Category) });
    return { result: categories.at(-1) };
  });
  await user.click(await screen.findByRole('button', { name: 'Categories' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Categories' }));
  const field = dialog.getByLabelText('Category name');
  for (const [typed, error] of [
    ['x', 'Minimum 2 characters required'],
    ['!!', 'Please enter valid Name'],
  ] as const) {
    await user.clear(field);
    await user.type(field, typed);
    await user.click(dialog.getByRole('button', { name: 'Add' }));
    await waitFor(() => expect(field).toHaveAccessibleDescription(error));
  }
  expect(api.requestsTo(createCategory)).toEqual([]);
  await user.clear(field);
  await user.selectOptions(dialog.getByLabelText('Visible in'), 'In the app');
  await user.type(field, 'Frames{Enter}');
  expect(await dialog.findByRole('button', { name: 'Remove Frames' })).toBeVisible();
  expect(api.requestsTo(createCategory)[0]?.body).toEqual({ catagoryName: 'Frames', visibality: 'help' });
  api.refuse(deleteCategory, 'FAQ_CATEGORY_IN_USE');
  await user.click(dialog.getByRole('button', { name: 'Remove Screens' }));
  expect(await screen.findByText(/^This category has questions\./)).toBeVisible();
  api.on(deleteCategory, () => {
    categories.pop();
    return {};
  });
  await user.click(dialog.getByRole('button', { name: 'Remove Frames' }));
  await waitFor(() => expect(dialog.queryByRole('button', { name: 'Remove Frames' })).toBeNull());
});

async function showAnswer(isWide: boolean) {
  const matchMedia = vi.spyOn(window, 'matchMedia');
  const scrollTo = vi.spyOn(window, 'scrollTo');
  onTestFinished(() => {
    matchMedia.mockRestore();
    scrollTo.mockRestore();
  });
  matchMedia.mockImplementation((media) => Object.assign(new EventTarget(), { matches: isWide, media }) as never);
  signIn(ADMIN);
  const { user } = await renderApp('/admin/faq', signedInApi(ADMIN).result(searchFaqs, [FREE]).result(listCategories, { catagories: [] }));
  const question = await screen.findByRole('button', { name: FREE.question });
  scrollTo.mockClear();
  await user.click(question);
  expect(await screen.findByText('One screen.')).toBeVisible();
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
