/** The validation table of the specification (1 §5), every row of it, typed into the real forms: each message by its words, none before a field was touched. */

import { screen, waitFor } from '@testing-library/react';
import { createCaptcha } from '@vitrine/contract/support.endpoints';
import { expect, it } from 'vitest';
import { FakeApi } from '../testing/fake-api.ts';
import { renderApp } from '../testing/render-app.tsx';
import { signedInApi, signIn } from '../testing/signed-in.ts';

interface Row {
  field: string;
  typed: string;
  message: string;
}
interface Form {
  name: string;
  address: string;
  isSignedIn?: boolean;
  /** Typed before, since a rule may compare with it. */
  before?: Record<string, string>;
  rows: Row[];
}

const row = (field: string, typed: string, message: string): Row => ({ field, typed, message });
const long = 'x'.repeat(31);

const FORMS: Form[] = [
  {
    name: 'sign-in',
    address: '/login',
    rows: [
      row('Email', 'nobody', 'Invalid email address'),
      row('Email', '', 'Email field cannot be empty'),
      row('Password', 'seven77', 'Must be 8 or more than 8 characters'),
      row('Password', '', 'Password field is Required'),
    ],
  },
  {
    name: 'sign-up',
    address: '/signup',
    before: { Password: 'correct horse' },
    rows: [
      row('Name', 'x', 'Minimum 2 characters required'),
      row('Name', long, 'Should not exceed 30 characters!'),
      row('Name', '', 'User name field is required'),
      row('Name', '   ', 'User name field is required'),
      row('Name', '!!!', 'Please enter valid detail'),
      row('Email', 'a@b', 'Invalid email address'),
      row('Email', '', 'Email field cannot be empty'),
      row('Confirm password', 'other horse', 'Password must match'),
      row('Confirm password', '', 'Password must match'),
      row('Password', 'seven77', 'Must be 8 or more than 8 characters'),
      row('Password', '', 'Password field is Required'),
    ],
  },
  {
    name: 'forgot password',
    address: '/forgot-password',
    rows: [
      row('Email', 'nobody', 'Invalid email address'),
      row('Email', '', 'Email field cannot be empty'),
      row('Email', '@@', 'Please enter valid email'),
    ],
  },
  {
    name: 'change password',
    address: '/main/profile/changePassword',
    isSignedIn: true,
    before: { 'New password': 'correct horse' },
    rows: [
      row('Old password', '', 'Password field is required'),
      row('Confirm password', '', 'Password field is required'),
      row('Confirm password', 'other horse', 'Password must match'),
      row('New password', '', 'Password field is required'),
      row('New password', 'seven77', 'Must be 8 or more than 8 characters'),
    ],
  },
  {
    name: 'address',
    address: '/main/profile?dialog=addAddress',
    isSignedIn: true,
    rows: [
      row('Street', '', 'Address is required'),
      row('Street', 'x', 'Address is required'),
      row('Street', '!!!', 'Address is required'),
      row('City', long, 'Too Long!'),
      row('City', 'x', 'Too Short!'),
      row('City', '!!!', 'City is required'),
      row('City', '', 'City is required'),
      row('State', long, 'Too Long!'),
      row('State', 'x', 'Too Short!'),
      row('State', '!!!', 'State is required'),
      row('State', '', 'State is required'),
      row('Zip code', '1234', 'Minimum 5 character is required'),
      row('Zip code', '1234567', 'Maximum 6 character is required'),
      row('Zip code', '', 'Zip code is required'),
    ],
  },
  {
    name: 'profile',
    address: '/main/profile?dialog=edit',
    isSignedIn: true,
    rows: [
      row('Name', 'x', 'Minimum 2 characters required'),
      row('Name', long, 'Should not exceed 30 characters!'),
      row('Name', '', 'User name field is required'),
      row('Phone', '212555', 'Phone number is invalid'),
      row('Phone', '', 'Phone number is invalid'),
      row('Birthday', '2999-01-01', 'You cannot select future date'),
    ],
  },
  {
    name: 'profile email',
    address: '/main/profile?dialog=email',
    isSignedIn: true,
    rows: [row('New email', '', 'Email field cannot be empty'), row('New email', 'nobody', 'Invalid email address')],
  },
  {
    name: 'contact',
    address: '/connect',
    rows: [
      row('Name', '', 'Name is required'),
      row('Name', 'a', 'Too Short!'),
      row('Name', '--', 'Please enter valid name'),
      row('Email', '', 'Email field cannot be empty'),
      row('Email', 'nobody@', 'Invalid email address'),
      row('Phone number', '', 'Phone number is required'),
      row('Phone number', '12345', 'Phone number is not valid'),
      row('Phone number', '12345678901', 'Phone number is not valid'),
      row('Phone number', '55512345ab', 'Phone number is not valid'),
      row('Message', '', 'message is required'),
      row('Characters in the image', '', 'Please type the characters'),
    ],
  },
];

it.each(FORMS)('$name shows every message of the table once its field was touched', async ({ address, isSignedIn, before = {}, rows }) => {
  if (isSignedIn) signIn();
  const { user } = await renderApp(
    address,
    isSignedIn ? signedInApi() : new FakeApi().result(createCaptcha, { captchaId: 'c1', svg: '<svg/>' }),
  );
  const field = (name: string) => screen.findByLabelText(name, { exact: true });
  await field(rows[0]?.field ?? '');
  expect(screen.queryByRole('alert')).toBeNull();
  for (const [name, text] of Object.entries(before)) await user.type(await field(name), text);
  for (const { field: name, typed, message } of rows) {
    const input = await field(name);
    await user.clear(input);
    if (typed !== '') await user.type(input, typed);
    await user.tab();
    // The rules of a form are loaded when a field is left.
    await waitFor(() => expect(input, `${name}: “${typed}”`).toHaveAccessibleDescription(message));
  }
});
