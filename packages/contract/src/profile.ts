import { z } from 'zod';
import { email, picture, replacementPassword, role, userName } from './accounts.ts';
import { BUSINESS_MESSAGES } from './business-messages.ts';
import { id } from './envelope.ts';
import { formatLimit, LIMITS } from './limits.ts';
import { MESSAGES } from './messages.ts';
import { interval } from './subscriptions.ts';
import { text } from './text.ts';

/** US numbers of ten digits, with brackets, dashes, dots or spaces if one likes. */
const PHONE = /^\(?\d{3}\)?[-. ]*\d{3}[-. ]*\d{4}$/;
export const phoneNo = z.string({ error: 'Phone number is invalid' }).trim().regex(PHONE, 'Phone number is invalid');

export const gender = z.enum(['female', 'male', 'other']);

const isNotFuture = (date: string) => date <= new Date(Date.now() + 14 * 3_600_000).toISOString().slice(0, 10);
/** YYYY-MM-DD; today is still today in the last time zone of the earth. */
export const dateOfBirth = z.iso.date('Please enter a valid date').refine(isNotFuture, 'You cannot select future date');

export const profileForm = z.object({
  name: userName,
  phoneNo,
  dateOfBirth: dateOfBirth.or(z.literal('')),
  gender: gender.or(z.literal('')),
});

const requiredPassword = z
  .string({ error: MESSAGES.otherPasswordRequired })
  .min(1, MESSAGES.otherPasswordRequired)
  .max(LIMITS.passwordMax * 8);

/** The account's own password again, plain or sealed like at sign-in: for what takes an account away or over. */
export const passwordBody = z.strictObject({ password: requiredPassword });

/** The profile's e-mail address is changed apart from the form: a link to the new one confirms it. */
export const changeEmailForm = z.object({ email, password: requiredPassword });

const GIVEN_MAX_MS = 10 * 366 * 86_400_000;
const giveableUntil = (endDate: number) => endDate > Date.now() && endDate < Date.now() + GIVEN_MAX_MS;

/**
 * A plan granted by an administrator: its name and its last day (epoch milliseconds), which lies within the next ten years. Other fields are the plan's
 * values that the administrator saw.
 */
export const grantedSubscription = z.strictObject({
  name: z.string({ error: BUSINESS_MESSAGES.subscriptionPlanRequired }).trim().min(1, BUSINESS_MESSAGES.subscriptionPlanRequired).max(50),
  endDate: z
    .number({ error: BUSINESS_MESSAGES.validDate })
    .int(BUSINESS_MESSAGES.validDate)
    .refine(giveableUntil, BUSINESS_MESSAGES.validDate),
  storage: z.number().optional(),
  devices: z.number().optional(),
  amount: z.number().optional(),
  interval: interval.optional(),
});
export type GrantedSubscription = z.infer<typeof grantedSubscription>;

const DEVICES_RANGE = `Enter a number from 0 to ${formatLimit(LIMITS.deviceAllowanceMax)}.`;
export const deviceAllowanceNumber = z
  .number({ error: DEVICES_RANGE })
  .int(DEVICES_RANGE)
  .min(0, DEVICES_RANGE)
  .max(LIMITS.deviceAllowanceMax, DEVICES_RANGE);

/** As administrators may write it, who have more room for it than its owner. */
const anyName = text({
  min: LIMITS.nameMin,
  max: LIMITS.detailNameMax,
  required: MESSAGES.userNameRequired,
  short: MESSAGES.userNameShort,
  long: BUSINESS_MESSAGES.personNameLong,
  letterMessage: MESSAGES.validDetail,
});
export const personNameForm = z.object({ name: anyName });

/**
 * PUT /users/{id}: the name alone, or the complete form. A different `email` starts a change that the new address must confirm; it requires the caller's
 * `password`.
 */
export const editUserBody = z.strictObject({
  /** At most 30 characters for the caller's own account. */
  name: anyName.optional(),
  email: email.optional(),
  phoneNo: phoneNo.or(z.literal('')).optional(),
  dateOfBirth: dateOfBirth.or(z.literal('')).nullable().optional(),
  gender: gender.or(z.literal('')).nullable().optional(),
  profilePicture: z.looseObject({ key: id }).nullable().optional(),
  password: requiredPassword.optional(),
  /** For administrators only, as are the following fields. */
  subscription: grantedSubscription.optional(),
  /** Follows from the plan: what is sent is not believed. */
  role: role.optional(),
  /** Devices instead of the number of the plan; null for the number of the plan. */
  deviceAllowance: deviceAllowanceNumber.nullable().optional(),
  /** For super-admins only. */
  showMenu: z.enum(['0', '1']).optional(),
  /** Version that the editor has read; CHANGED_MEANWHILE when the account has changed since. */
  updatedAt: z.iso.datetime().optional(),
});

/** Checked in the browser; confirmPassword is not sent. */
export const changePasswordForm = z
  .object({
    oldPassword: requiredPassword,
    newPassword: replacementPassword,
    confirmPassword: z.string().min(1, MESSAGES.otherPasswordRequired),
  })
  .refine((form) => form.newPassword === form.confirmPassword, { path: ['confirmPassword'], message: MESSAGES.passwordsMatch });

/**
 * PUT /users/password: the caller's own password with the old one, or by an administrator another account's with their own as `adminPassword`. All may be
 * encrypted as for signing in.
 */
export const changePasswordBody = z
  .strictObject({
    oldPassword: requiredPassword.optional(),
    newPassword: requiredPassword,
    adminPassword: requiredPassword.optional(),
    userId: id.optional(),
  })
  .refine(({ oldPassword, userId }) => userId !== undefined || oldPassword !== undefined, {
    path: ['oldPassword'],
    message: MESSAGES.otherPasswordRequired,
  })
  .refine(({ adminPassword, userId }) => userId === undefined || adminPassword !== undefined, {
    path: ['adminPassword'],
    message: MESSAGES.otherPasswordRequired,
  });

/** As an administrator fills it in. */
export const setPasswordForm = z.object({ adminPassword: requiredPassword, newPassword: replacementPassword });

export const resetPasswordForm = z
  .object({ password: replacementPassword, confirmPassword: z.string().min(1, 'Passwords must match') })
  .refine((form) => form.password === form.confirmPassword, { path: ['confirmPassword'], message: 'Passwords must match' });

/** PUT /users/reset/password: what PUT /users/email/verify answered, with the link's key and lock as proof. */
export const resetPasswordBody = z.strictObject({
  email,
  password: requiredPassword,
  key: z.string().min(1).max(200),
  lock: z.string().min(1).max(200),
  platform: z.enum(['PP', 'WV']).optional(),
});

export const countries = { US: 'USA', Ind: 'India', China: 'China' } as const;
export const country = z.enum(['US', 'Ind', 'China'], { error: 'Please select country' });

const cityRule = (label: string) =>
  text({
    min: 2,
    max: 30,
    required: `${label} is required`,
    short: 'Too Short!',
    long: 'Too Long!',
    letterMessage: `${label} is required`,
  });
const zipcode = z
  .string({ error: 'Zip code is required' })
  .trim()
  .min(1, 'Zip code is required')
  .min(5, 'Minimum 5 character is required')
  .max(6, 'Maximum 6 character is required')
  .regex(/^[A-Za-z0-9]+$/, 'Use only letters and digits');

/** Source: specification 1 §5, the address rows. */
export const addressBody = z
  .strictObject({
    street: text({ min: 2, max: 100, required: 'Address is required', long: 'Too Long!', letterMessage: 'Address is required' }),
    city: cityRule('City'),
    state: cityRule('State'),
    zipcode,
    country,
  })
  .refine((address) => address.country !== 'US' || /^\d{5,6}$/.test(address.zipcode), {
    path: ['zipcode'],
    message: 'Use only digits for an address in the USA',
  });

export const address = z
  .object({ _id: z.string(), street: z.string(), city: z.string(), state: z.string(), zipcode: z.string(), country })
  .meta({ id: 'Address' });
export type Address = z.infer<typeof address>;

/** If the caller's password is included, the response contains the existing FTP account's password. */
export const ftpBody = z.strictObject({ email: email.optional(), userId: id.optional(), password: requiredPassword.optional() });
/** `ftpPassword` is null where it is not shown. */
export const ftpAccount = z.object({ email: z.string(), ftpPassword: z.string().nullable(), ftpHost: z.string(), ftpPort: z.number() });
export type FtpAccount = z.infer<typeof ftpAccount>;

/** A signed-in browser, for the list in the profile. */
export const activeSession = z
  .object({
    _id: z.string(),
    userAgent: z.string(),
    address: z.string(),
    createdAt: z.string(),
    expiresAt: z.string(),
    isCurrent: z.boolean(),
  })
  .meta({ id: 'SignedIn' });
export type ActiveSession = z.infer<typeof activeSession>;

export const profilePicture = picture;
