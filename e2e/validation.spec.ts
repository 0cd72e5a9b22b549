/** The validation table of the specification (1 §5), every row of it, typed into the real forms: each message by its words, none before a field was touched. */
import { expect, type Page } from '@playwright/test';
import { ApiPerson, resetLink } from './api.ts';
import { arriveAs } from './browser-person.ts';
import type { Product } from './product.ts';
import { test } from './product-test.ts';

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
      row('Characters in the picture', '', 'Please type the characters'),
    ],
  },
];

let product: Product;
let person: ApiPerson;
test.beforeAll(async ({ shared }) => {
  product = shared;
  person = await ApiPerson.create(product, 'valid@validation.example');
});

/** Within the dialog where there is one: the page under it has fields of its own. */
const fieldOf = (page: Page, name: string) => page.locator('form').getByLabel(name, { exact: true });

async function open(page: Page, form: Form): Promise<void> {
  const { origin } = product;
  if (form.isSignedIn) await arriveAs(page, person, `${origin}${form.address}`);
  else await page.goto(`${origin}${form.address}`);
  // A page that the build wrote is there before its forms listen.
  await expect(page.locator('html[data-awake]')).toBeAttached();
}

for (const form of FORMS) {
  test(`${form.name}: every message of the table, once its field was touched`, async ({ page }) => {
    await open(page, form);
    await expect(fieldOf(page, form.rows[0]?.field ?? '')).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
    for (const [name, text] of Object.entries(form.before ?? {})) await fieldOf(page, name).fill(text);
    for (const { field, typed, message } of form.rows) {
      await test.step(`${form.name}, ${field}: “${typed}” is answered “${message}”`, async () => {
        const input = fieldOf(page, field);
        await input.fill(typed);
        await input.blur();
        await expect(input, `${field}: “${typed}”`).toHaveAccessibleDescription(message);
      });
    }
  });
}

test('profile photo: an image of the right kind, under 800 KB', async ({ page }) => {
  await arriveAs(page, person, `${product.origin}/main/profile?dialog=edit`);
  const file = page.locator('input[type=file]');
  const photo = page.getByRole('group', { name: 'Photo' });
  await file.setInputFiles({ name: 'me.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') });
  await expect(photo).toHaveAccessibleDescription('Selected file not supported');
  await file.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.alloc(800_000) });
  await expect(photo).toHaveAccessibleDescription('File size should be less than 800KB');
});

test('reset password: required, long enough and the same twice', async ({ page }) => {
  await person.must('PUT', '/users/forgot/password', { email: person.email });
  await page.goto(await resetLink(product, person.email));
  const [first, second] = [fieldOf(page, 'New password'), fieldOf(page, 'Confirm password')];
  await first.focus();
  await first.blur();
  await expect(first).toHaveAccessibleDescription('Password field is required');
  await first.fill('seven77');
  await second.fill('other horse');
  await second.blur();
  await expect(first).toHaveAccessibleDescription('Must be 8 or more than 8 characters');
  await first.fill('correct horse');
  await second.blur();
  await expect(second).toHaveAccessibleDescription('Passwords must match');
});
