/**
 * Messages that the specification gives word for word, by area. The forms of accounts are typed into in `validation-messages.test.tsx`, and texts of pages are
 * in `exact-texts.test.ts` of the web app.
 */
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { albumForm, mediaPageAlbumForm } from './albums.ts';
import { BUSINESS_MESSAGES } from './business-messages.ts';
import { deviceForm } from './devices.ts';
import { ERRORS } from './errors.ts';
import { categoryForm } from './faqs.ts';
import { itemBody } from './items.ts';
import { copyMediaBody, moveMediaBody } from './media.ts';
import { alreadyAddedMessage, durationChangedMessage, invalidEmailMessage, MESSAGES, mediaUploadedMessage } from './messages.ts';
import { createOrderBody } from './orders.ts';
import { addMembersBody, organisationForm } from './organisations.ts';
import { playlistForm } from './playlists.ts';
import { combinationBody, masterValueBody, statusBody } from './posters.ts';
import { setPasswordForm } from './profile.ts';
import { schedule } from './schedule.ts';
import { versionBody, versionUpdateBody } from './versions.ts';

const LONG = 'x'.repeat(31);

type Row = readonly [schema: z.ZodType, field: string, value: unknown, message: string];
const SCHEMAS = {
  albums: [
    [albumForm, 'name', '', 'Name is required'],
    [albumForm, 'name', 'x', 'Too Short!'],
    [albumForm, 'name', LONG, 'Should not exceed 30 characters!'],
    [albumForm, 'name', '--', 'Please enter valid name'],
    [mediaPageAlbumForm, 'name', LONG, 'Too Long!'],
    [mediaPageAlbumForm, 'name', '', 'Album name is required'],
    [moveMediaBody, 'albumId', undefined, "Move can't be completed"],
    [copyMediaBody, 'albumId', undefined, "Copy can't be completed"],
  ],
  playlists: [
    [playlistForm, 'name', '', 'Name is required'],
    [playlistForm, 'name', 'x', 'Too Short!'],
    [playlistForm, 'name', LONG, 'Should not exceed 30 characters'],
    [playlistForm, 'caption', 'x', 'Too Short!'],
    [playlistForm, 'caption', 'x'.repeat(251), 'Should not exceed 250 characters'],
    [schedule, 'startTime', '', 'Please select Start Time'],
  ],
  devices: [
    [deviceForm, 'name', 'x', 'Too Short!'],
    [deviceForm, 'name', LONG, 'Should not exceed 30 characters'],
    [deviceForm, 'deviceId', '', 'Device id is required'],
    [deviceForm, 'deviceId', '123456', 'First letter capital followed by number!'],
    [deviceForm, 'deviceId', 'A1234', 'First letter capital followed by number!'],
    [deviceForm, 'timeZone', '', 'Please select timezone'],
    [versionUpdateBody, 'versionCode', undefined, 'Device id or version data not found'],
  ],
  families: [
    [organisationForm, 'name', '', 'name is required'],
    [organisationForm, 'name', 'x', 'Too Short!'],
    [organisationForm, 'name', LONG, 'Too Long!'],
    [addMembersBody, 'emails', ['nobody'], 'Invalid email'],
  ],
  products: [
    [itemBody, 'name', '', 'Name should not be empty.'],
    [itemBody, 'price', undefined, 'Price should not be empty.'],
    [itemBody, 'weight', undefined, 'Weight should not be empty.'],
    [itemBody, 'picture', undefined, 'Picture should be uploaded.'],
  ],
  posters: [
    [masterValueBody, 'type', undefined, 'Type should not be empty.'],
    [masterValueBody, 'name', '', 'Name should not be empty.'],
    [combinationBody, 'name', '', 'Name should not be empty.'],
    [combinationBody, 'orientationId', '', 'Orientation should not be empty.'],
    [combinationBody, 'sizeId', '', 'Size should not be empty.'],
    [combinationBody, 'paperStockId', '', 'Paper Stock should not be empty.'],
    [combinationBody, 'laminationId', '', 'Lamination should not be empty.'],
    [combinationBody, 'price', undefined, 'Price should not be empty.'],
    [statusBody, 'name', '', 'Name should not be empty.'],
    [statusBody, 'color', '', 'Color should not be empty.'],
    [statusBody, 'event', '', 'Event should not be empty.'],
    [statusBody, 'type', '', 'Type should not be empty.'],
  ],
  console: [
    [categoryForm, 'catagoryName', '', 'Category name is required'],
    [categoryForm, 'catagoryName', 'x', 'Minimum 2 characters required'],
    [categoryForm, 'catagoryName', LONG, 'Should not exceed 30 characters!'],
    [categoryForm, 'catagoryName', '--', 'Please enter valid Name'],
    [versionBody, 'name', 'x', 'Too Short!'],
    [versionBody, 'name', LONG, 'Too Long!'],
    [versionBody, 'name', '', 'Name is required'],
    [versionBody, 'versionCode', '', 'Version number is required'],
    [versionBody, 'url', '', 'URL is required'],
    [setPasswordForm, 'newPassword', '', 'Password field is required'],
    [setPasswordForm, 'newPassword', 'seven77', 'Must be 8 or more than 8 characters'],
  ],
} as const satisfies Record<string, readonly Row[]>;

describe.each(Object.entries(SCHEMAS))('%s', (_area, rows) => {
  it.each(rows.map(([schema, field, value, message]) => ({ schema, field, value, message })))(
    '$field $value is refused with “$message”',
    ({ schema, field, value, message }) => {
      const { error } = schema.safeParse({ [field]: value });
      const issue = error?.issues.find(({ path }) => path[0] === field);
      expect(issue?.message).toBe(message);
    },
  );
});

it('schedules whose end is their start are refused with the specified message', () => {
  const { error } = schedule.safeParse({ startTime: '10:00', endTime: '10:00' });
  expect(error?.issues.map(({ message }) => message)).toEqual(['End time and Start time can not be same']);
});

const POSTER_ORDER = {
  orderType: 'poster',
  quantity: 1,
  amount: 35,
  shippingIn: '00000000-0000-7000-8000-000000000001',
  shippingCountry: 'US',
  poster: { mediaId: '00000000-0000-7000-8000-000000000002', combinationId: '00000000-0000-7000-8000-000000000003' },
};
it.each([
  ['an order type', { orderType: undefined }],
  ['a chosen order type', { orderType: '' }],
  ['a quantity', { quantity: undefined }],
  ['a quantity above 0', { quantity: 0 }],
  ['a price', { amount: null }],
  ['a price above 0', { amount: 0 }],
  ['a shipping option', { shippingIn: '' }],
  ['a shipping region', { shippingCountry: '' }],
  ['a combination', { poster: { ...POSTER_ORDER.poster, combinationId: '' } }],
  ['a photo', { poster: { ...POSTER_ORDER.poster, mediaId: '' } }],
  ['a poster', { poster: null }],
])('a poster order without %s is refused with the specified message', (_field, changes) => {
  expect(createOrderBody.safeParse(POSTER_ORDER).success).toBe(true);
  const { error } = createOrderBody.safeParse({ ...POSTER_ORDER, ...changes });
  expect(error?.issues[0]?.message).toBe('Please select all the fields!');
});

const REFUSALS: Record<string, Partial<Record<keyof typeof ERRORS, string>>> = {
  accounts: {
    ACCOUNT_NOT_VERIFY: 'This Account is not verified yet',
    INCORRECT_PASSWORD: 'Incorrect Email or Password',
    USER_DISABLED: 'Account Deactivated! Please contact admin.',
    PASSWORD_CHANGE_ERROR: 'Please make sure your current password match',
    RESET_INVALID: 'Please enter valid password',
    LINK_EXPIRED: 'Link expired',
    CAPTCHA_MISMATCH: 'Captcha does not match',
    PICTURE_TOO_LARGE: 'File size should be less than 800KB',
    FILE_UNSUPPORTED: 'Selected file not supported',
  },
  content: {
    ACCESS_DENIED: 'You are not authourised to edit this album',
    POSTER_UNAVAILABLE: 'Options not available right now, please select others!',
    VERSION_UNKNOWN: 'Device id or version data not found',
  },
  families: {
    MEMBER_LIMIT: "Member can't be added more than allowed members.",
    MEMBER_ELSEWHERE: 'Already part of another family',
  },
};
it.each(Object.entries(REFUSALS))('refusals of %s have the specified messages', (_area, expected) => {
  const codes = Object.keys(expected) as (keyof typeof ERRORS)[];
  expect(Object.fromEntries(codes.map((code) => [code, ERRORS[code].message]))).toEqual(expected);
});

it('messages with a value have the specified wording', () => {
  expect(mediaUploadedMessage(3)).toBe('3 media uploaded successfully.');
  expect(durationChangedMessage(8)).toBe('Time Duration change to 8 second');
  expect(alreadyAddedMessage('ana@example.com')).toBe('ana@example.com has already been added.');
  expect(invalidEmailMessage('ana')).toBe('ana is not a valid email address.');
});

it('messages that pages show have the specified wording', () => {
  expect(MESSAGES).toMatchObject({
    albumNameEmpty: 'Enter a valid album name',
    playlistNameEmpty: 'Enter a valid playlist name',
    resendQuestion: ',need verification email again?',
    somethingWrong: 'Something went wrong. Try again later.',
    pageNotFound: 'Page Not Found!',
    pleaseWait: 'Please wait while processing your request',
    noAlbum: 'No album available',
    noSharedAlbum: 'No shared album available',
    noPlaylist: 'No playlist available',
    noMedia: 'You have not added any media yet',
    noDeviceToDeploy: 'No device to deploy',
    uploadInProgress: 'Upload in progress...',
    thumbnailUpdated: 'Thumbnail updated successfully',
    shareWithYourself: 'You cannot share with yourself',
  });
  expect(BUSINESS_MESSAGES).toMatchObject({
    subscriptionUpdated: 'Subscription Updated Successfully',
    subscriptionAdded: 'Subscription added to user successfully',
    subscriptionPlanRequired: 'Please choose a subscription plan',
    validDate: 'Please enter a valid date',
    noSubscription: 'No Subscription Found',
    cancelPlanQuestion: 'Are you sure you want to cancel the plan',
    paymentSuccessful: 'Payment Successful',
    paymentSucceeded: 'Payment succeeded!',
    paymentProcessing: 'Your payment is processing.',
    paymentNotSuccessful: 'Your payment was not successful, please try again.',
    paymentSomethingWrong: 'Something went wrong.',
    paymentUnexpected: 'An unexpected error occured.',
    noUser: 'No User',
    familyCreated: 'Organization created successfully!',
    posterFields: 'Please select all the fields!',
    onlyImages: 'Only image can be uploaded',
    imageUploaded: 'Image uploaded successfully',
    noData: 'No data available',
    noDevice: 'No Device available',
    noDeviceRegister: 'No Device Register Available',
    versionNameEmpty: 'Name should not be empty.',
    versionCodeEmpty: 'Version code should not be empty.',
    versionUrlEmpty: 'url should not be empty.',
    versionNotAuthorized: 'You are not authorized to deactivate',
    noUsers: 'No user available',
    menuActivated: 'Menu activated',
    menuDeactivated: 'Menu deactivated',
    accountActivated: 'Account activated',
    accountDeactivated: 'Account deactivated',
    menuRefused: 'You are not authorized to deactivate menu',
    statusRefused: 'You are not authorized to deactivate',
    nameRefused: 'You are not authorized to edit user name',
    roleRefused: "You are not authorized to change user's role",
  });
});
