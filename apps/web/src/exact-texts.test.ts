/** Texts of pages that the specification gives word for word. Each has to occur in the sources as a text, not only as a part of a name or comment; the messages of the contract have tests there. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const SOURCES = [import.meta.dirname, path.resolve(import.meta.dirname, '../../server/src')];

function readSources(folder: string): string {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
    .map((name) => readFileSync(path.join(folder, name), 'utf8'))
    .join('\n');
}

const sources = SOURCES.map(readSources).join('\n');

const escapePattern = (words: string): string => words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Returns true when a text of a page begins with these words: after a quote, after a tag or at the start of a line. */
const isShown = (words: string): boolean => new RegExp(`(?:['"\`>}]|^)\\s*${escapePattern(words)}(?![\\w-])`, 'm').test(sources);

it('finds a text, but not a part of a name or of a comment', () => {
  expect(isShown('Mark all as read')).toBe(true);
  expect(isShown('Mark all as rea')).toBe(false);
  expect(isShown('Returns true')).toBe(false);
});

/** Texts by area. Texts with a value are listed without it. */
const TEXTS: Record<string, readonly string[]> = {
  shell: ["You are viewing {name}'s account", ' | Family Plan', 'Add New', 'Mark all as read'],
  accounts: ['Successfully Updated.', 'User created successfully!'],
  albums: [
    'You are not authorized to rename the album',
    'You are not authorized to delete the album',
    'My Albums',
    'Shared Albums',
    'My Album List',
    'Group Member',
    'can view',
    'can edit',
    'Create Poster',
  ],
  playlists: ['An offline device can', 'Convert To Main', 'Reset Schedule', 'ON QUEUE', 'Add Album', 'Publish'],
  plans: [
    'You are already added to ',
    'Next Billing Date',
    'Expire on',
    'Cancel Plan',
    'Upgrade Plan',
    'Purchase Plan',
    'Pay Now',
    'Go To Home',
    'Create Family',
  ],
  families: ['Add Members', 'Add New'],
  console: [
    'Include disabled user',
    'All users',
    'All Devices',
    'Device Register',
    'Video Queue',
    'Device Version',
    'Poster Price',
    'Order Items',
    'Order Status',
    'Product List',
    'Add product details',
    'No videos available',
    "Couldn't upload file: ",
    'Download CSV',
    'Edit Plan',
  ],
};

it.each(Object.entries(TEXTS))('the texts of %s are those of the specification', (_area, texts) => {
  expect(texts.filter((words) => !isShown(words))).toEqual([]);
});
