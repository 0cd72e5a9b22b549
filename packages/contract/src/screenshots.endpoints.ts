import { addSchemas, endpoint } from './endpoint.ts';
import * as addresses from './screenshots.addresses.ts';
import { deviceScreenshots, screenshotImage, screenshotParams, screenshotSettingsBody, screenshotUpload } from './screenshots.ts';

export const listScreenshots = endpoint({
  method: 'GET',
  path: '/devices/:id/screenshots',
  access: 'session',
  tag: 'devices',
  summary: 'Lists the screenshots of a device, newest first.',
  errors: ['NOT_FOUND'],
  result: deviceScreenshots,
});

export const readScreenshot = endpoint({
  method: 'GET',
  path: '/devices/:id/screenshots/:screenshotId',
  access: 'session',
  tag: 'devices',
  summary: 'Returns the picture of a screenshot.',
  errors: ['NOT_FOUND'],
  params: screenshotParams,
  result: screenshotImage,
});

export const requestScreenshot = endpoint({
  method: 'POST',
  path: '/devices/:id/screenshots',
  access: 'session',
  tag: 'devices',
  summary: 'Requests a screenshot of a device that is online.',
  description: 'The screen sends it within a minute. Screens of earlier versions send none.',
  errors: ['NOT_FOUND', 'DEVICE_OFFLINE'],
});

export const editScreenshotSettings = endpoint({
  method: 'PUT',
  path: '/devices/:id/screenshots/settings',
  access: 'session',
  tag: 'devices',
  summary: 'Turns hourly screenshots of a device on or off.',
  errors: ['NOT_FOUND'],
  body: screenshotSettingsBody,
});

export const uploadScreenshot = addSchemas(addresses.uploadScreenshot, {
  tag: 'screens',
  summary: 'Sends the screenshot that was requested, as a JPEG.',
  errors: ['NOT_FOUND', 'FILE_BROKEN', 'FILE_UNSUPPORTED', 'IMAGE_TOO_LARGE'],
  query: screenshotUpload,
  consumes: 'image/jpeg',
});
