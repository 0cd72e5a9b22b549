/** Error messages of the contact form (specification 1 §8). The server's tests cover when each error occurs. */

import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { createCaptcha, sendContactMessage } from '@vitrine/contract/support.endpoints';
import { expect, it } from 'vitest';
import { FakeApi } from '../../../testing/fake-api.ts';
import { renderApp } from '../../../testing/render-app.tsx';

const contactApi = () => new FakeApi().result(createCaptcha, { captchaId: 'c1', svg: '<svg xmlns="http://www.w3.org/2000/svg"/>' });

async function send(api: FakeApi): Promise<void> {
  const { user } = await renderApp('/connect', api);
  await screen.findByAltText('Characters to type below');
  await submitForm(user);
}

/** Fills in and submits the form. */
async function submitForm(user: UserEvent): Promise<void> {
  for (const [field, text] of Object.entries({
    Name: 'Ada',
    Email: 'ada@example.com',
    'Phone number': '5551234567',
    Message: 'Do you deliver frames?',
    'Characters in the image': 'aBc3x',
  }))
    await user.type(screen.getByLabelText(field), text);
  await user.click(screen.getByRole('button', { name: 'Send message' }));
}

it('shows a wrong captcha at its field', async () => {
  await send(contactApi().refuse(sendContactMessage, 'CAPTCHA_MISMATCH'));
  await waitFor(() => expect(screen.getByLabelText('Characters in the image')).toHaveAccessibleDescription('Captcha does not match'));
});

it('shows other errors in a toast', async () => {
  await send(contactApi().refuse(sendContactMessage, 'INVALID', 'Please try again later.'));
  expect(await within(screen.getByRole('region', { name: 'Messages' })).findByRole('alert')).toHaveTextContent('Please try again later.');
});

it('loads a new captcha on request and after a wrong answer, and keeps the message', async () => {
  let captchaCount = 0;
  const api = new FakeApi()
    .on(createCaptcha, () => ({
      result: { captchaId: `c${++captchaCount}`, svg: `<svg xmlns="http://www.w3.org/2000/svg"><title>${captchaCount}</title></svg>` },
    }))
    .refuse(sendContactMessage, 'CAPTCHA_MISMATCH');
  const { user } = await renderApp('/connect', api);
  const picture = await screen.findByAltText('Characters to type below');
  const first = picture.getAttribute('src');
  await user.click(screen.getByRole('button', { name: 'New image' }));
  await waitFor(() => expect(screen.getByAltText('Characters to type below')).not.toHaveAttribute('src', first));
  const second = screen.getByAltText('Characters to type below').getAttribute('src');
  await submitForm(user);
  await waitFor(() => expect(screen.getByAltText('Characters to type below')).not.toHaveAttribute('src', second));
  expect(screen.getByLabelText('Message')).toHaveValue('Do you deliver frames?');
});
