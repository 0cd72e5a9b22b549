/** The validation table of the specification (1 §5), typed into the real forms: each message by its words, none before a field was touched. */
import { expect, type Page, test } from '@playwright/test';
import { ApiPerson } from './api.ts';
import { Product } from './product.ts';

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
    rows: [row('Email', '@@', 'Invalid email address'), row('Email', '', 'Email field cannot be empty')],
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
      row('City', '', 'City is required'),
      row('State', long, 'Too Long!'),
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
];

let product: Product;
let person: ApiPerson;
test.beforeAll(async () => {
  product = await Product.start();
  person = await ApiPerson.signUp(product, 'valid@example.com');
});
test.afterAll(() => product.remove());

/** Within the dialog where there is one: the page under it has fields of its own. */
const fieldOf = (page: Page, name: string) => page.locator('form').getByLabel(name, { exact: true });

async function open(page: Page, form: Form): Promise<void> {
  const { origin } = product;
  const own = `auth=${person.token}&userId=${person.userId}`;
  await page.goto(form.isSignedIn ? `${origin}${form.address}${form.address.includes('?') ? '&' : '?'}${own}` : `${origin}${form.address}`);
}

for (const form of FORMS) {
  test(`${form.name}: every message of the table, once its field was touched`, async ({ page }) => {
    await open(page, form);
    await expect(fieldOf(page, form.rows[0]?.field ?? '')).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
    for (const [name, text] of Object.entries(form.before ?? {})) await fieldOf(page, name).fill(text);
    for (const { field, typed, message } of form.rows) {
      const input = fieldOf(page, field);
      await input.fill(typed);
      await input.blur();
      await expect(input, `${field}: “${typed}”`).toHaveAccessibleDescription(message);
    }
  });
}

test('reset password: the two must be the same, in the words of the table', async ({ page }) => {
  await person.must('PUT', '/users/forgot/password', { email: person.email });
  let link = '';
  await expect(async () => {
    const mail = (await product.mailTo(person.email)).replace(/=\r?\n/g, '').replaceAll('=3D', '=');
    link = /https?:\/\/\S+resetvfkey=[\w-]+&resetvflock=[\w-]+/.exec(mail)?.[0] ?? '';
    expect(link).not.toBe('');
  }).toPass();
  await page.goto(link);
  await fieldOf(page, 'New password').fill('seven77');
  await fieldOf(page, 'Confirm password').fill('other horse');
  await fieldOf(page, 'Confirm password').blur();
  await expect(page.getByText('Must be 8 or more than 8 characters')).toBeVisible();
  await fieldOf(page, 'New password').fill('correct horse');
  await fieldOf(page, 'Confirm password').blur();
  await expect(page.getByText('Passwords must match')).toBeVisible();
});

test('sign-in says by its code why it refuses', async ({ page }) => {
  const email = 'unverified@example.com';
  await person.must('POST', '/users', { name: 'Uma Verified', email, password: 'correct horse' });
  const refusal = async (address: string, password: string) => {
    await page.goto(`${product.origin}/login`);
    await page.getByLabel('Email').fill(address);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.keyboard.press('Enter');
    return page.getByRole('alert');
  };
  await expect(await refusal('nobody@example.com', 'correct horse'), 'NO_USER_EXISTS').toHaveText(
    'No account exists with this email address.',
  );
  await expect(await refusal(person.email, 'another horse'), 'INCORRECT_PASSWORD').toHaveText('Incorrect Email or Password');
  const unverified = await refusal(email, 'correct horse');
  await expect(unverified, 'ACCOUNT_NOT_VERIFY').toContainText('This Account is not verified yet,need verification email again?');
  await page.getByRole('button', { name: 'Resend' }).click();
  await expect(unverified).toBeHidden();
});
