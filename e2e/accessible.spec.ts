/** All signed-in pages and their states, in both themes, on a phone and on a desktop. */
import { type Browser, expect, type Page } from '@playwright/test';
import type { Address, Album, Device, Playlist, Publish } from '@vitrine/contract';
import { aJpeg, aVideo } from '../apps/server/src/testing/media-files.ts';
import { inspect, inspectAll as inspectEach, inspectStates } from './accessibility.ts';
import { ApiPerson } from './api.ts';
import { openInApp } from './app-navigation.ts';
import type { Product } from './product.ts';
import { allowDevices } from './product-database.ts';
import { test } from './product-test.ts';
import { openSignedInPage } from './signed-in-page.ts';

/** Two accounts that share content with each other. */
let product: Product;
let ana: ApiPerson;
let ben: ApiPerson;
let album: Album;
let emptyAlbum: Album;
let playlist: Playlist;
let device: Device;
/** All tests use this page, because loading it again takes longer than most of them. */
let page: Page;

const LONG_NAME = 'Grandmother_Marguerites_garden';

test.beforeAll(async ({ shared, browser }) => {
  product = shared;
  ana = await ApiPerson.create(product, 'axe@accessible.example');
  ben = await ApiPerson.create(product, 'ben@accessible.example', 'Ben Okoro');
  album = await ana.album('Summer');
  const files = [
    await ana.upload('photo.jpg', await aJpeg()),
    await ana.upload('upright.jpg', await aJpeg({ width: 300, height: 500 })),
    await ana.upload('film.mp4', await aVideo({ seconds: 1 })),
  ];
  await ana.attach(
    album._id,
    files.map(({ key }) => key),
  );
  await ana.waitUntilReady(album._id);
  emptyAlbum = await ana.album(LONG_NAME);
  playlist = await ana.playlist('Evenings', [album._id]);
  device = await ana.device('Kitchen', (await ana.screen()).deviceId);
  await ana.publish(playlist._id, device._id);
  await allowDevices(ana, 2);
  await share(ana, album._id, 'ben@accessible.example');
  const theirs = await ben.album('Ben and the sea');
  await share(ben, theirs._id, ana.email);
  await accept(ana);
  page = await openCalmPage(browser, ana);
});
test.afterAll(() => page?.context().close());
test.beforeEach(async () => {
  test.setTimeout(180_000);
  // Leaves the page of the test before, with its menus and selection.
  await openInApp(page, buildAddress('/main/profile/terms'));
});
test.afterEach(() => page.unrouteAll());

const openCalmPage = (browser: Browser, person: ApiPerson) => openSignedInPage(browser, person, { reducedMotion: 'reduce' });
const share = (from: ApiPerson, albumId: string, email: string) =>
  from.request('PUT', `/albums/share/${albumId}`, { emailArr: [{ email, permission: 'write' }] });
async function accept(person: ApiPerson): Promise<void> {
  const [one] = await person.request<{ _id: string; invitationId: string }[]>('GET', `/notifications/${person.userId}`);
  await person.request('PUT', `/albums/share/action/${one?.invitationId}`, { type: 'accept', notificationId: one?._id });
}

const buildAddress = (path: string) => `${product.origin}${path}${path.includes('?') ? '&' : '?'}userId=${ana.userId}&open=false`;

/** Opens an address under /main and waits for its heading, or for the dialog or preview in the address. */
async function open(path: string): Promise<void> {
  await openInApp(page, buildAddress(path));
  // The profile form has the name of a dialog but is part of the page.
  const isCovered = /dialog=(?!edit$)|mediaIndex=|add=/.test(path);
  await expect(page.locator(isCovered ? '[role=dialog], [role=alertdialog]' : 'h1, h2, [role=status]').first()).toBeVisible();
  expect(new URL(page.url()).pathname).toBe(path.split('?')[0]);
}

const inspectAll = (addresses: Record<string, string>) => inspectEach(page, addresses, open);

const inMedia = (more = '') => `/main/media?albumId=${album._id}${more}`;
const onDesktop = () => page.setViewportSize({ width: 1440, height: 900 });
const tile = (name: string) => page.getByRole('button', { name: `Open ${name}`, exact: true });

async function select(name: string): Promise<void> {
  await tile(name).focus();
  await page.keyboard.press('Space');
  await expect(page.getByRole('toolbar', { name: 'Selection' })).toContainText('1 selected');
}

test('the profile is accessible', async () => {
  await ana.request('POST', '/users/ftp/server', { email: ana.email });
  const place = { street: '1 Main Street', city: 'Austin', state: 'TX', zipcode: '73301', country: 'US' };
  const address = await ana.request<Address>('POST', '/address', place);
  await inspectAll({
    notifications: '/main/notification',
    profile: '/main/profile',
    'profile form': '/main/profile?dialog=edit',
    'change email': '/main/profile?dialog=email',
    'add address': '/main/profile?dialog=addAddress',
    'edit address': `/main/profile?dialog=editAddress&target=${address._id}`,
    'delete account': '/main/profile?dialog=deleteAccount',
    'export account': '/main/profile?dialog=exportAccount',
    'change password': '/main/profile/changePassword',
    'FTP account': '/main/profile/ftpAccount',
    'show the FTP password': '/main/profile/ftpAccount?dialog=showFtp',
    'no transactions': '/main/profile/transactions',
    terms: '/main/profile/terms',
    'contact tab': '/main/profile/contact',
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await inspectStates(page, {
    'the menu of a phone': () => open('/main?dialog=menu'),
    'profile, the drawer open': async () => {
      await page.goto(`${product.origin}/main/profile?userId=${ana.userId}&open=true`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    },
  });
});

test('the lists of albums are accessible', async () => {
  await inspectAll({
    'my albums': '/main',
    'shared albums': '/main?shared=true',
    'album details': `/main?details=${album._id}`,
    'create album': '/main?dialog=create',
    'rename album': `/main?dialog=rename&target=${album._id}`,
  });
  await open('/main');
  const layout = (name: string) => page.getByRole('button', { name, exact: true });
  const search = page.getByRole('searchbox', { name: 'Search albums and media' });
  await inspectStates(page, { 'my albums as a list': () => layout('List').click() });
  await layout('Grid').click();
  await inspectStates(page, {
    'search results': async () => {
      await search.fill('photo');
      await expect(page.getByRole('main').getByRole('link', { name: 'photo' })).toBeVisible();
    },
    'a search without results': async () => {
      await search.fill('nothing of this name');
      await expect(page.getByText('No results for “nothing of this name”')).toBeVisible();
    },
    'a search that failed': async () => {
      await page.route('**/api/albums/all/search**', (route) => route.abort());
      await search.fill('anything');
      await expect(page.getByText('Something went wrong. Try again later.')).toBeVisible();
    },
  });
});

test('dialogs to share, delete and leave albums are accessible', async () => {
  const dialog = page.getByRole('dialog', { name: /^Share/ });
  const openShareDialog = async () => {
    await open(`/main?dialog=share&target=${album._id}`);
    await expect(dialog.getByText('ben@accessible.example')).toBeVisible();
  };
  const address = dialog.getByLabel('Add people by email');
  await inspectAll({ 'delete album': `/main?dialog=delete&target=${album._id}` });
  await inspectStates(page, {
    'share dialog': openShareDialog,
    'share dialog with an error': async () => {
      await openShareDialog();
      await address.fill('nonsense');
      await page.keyboard.press('Enter');
      await expect(dialog.getByRole('alert')).toBeVisible();
    },
    'share dialog, an address begun': async () => {
      await openShareDialog();
      await address.fill('ben@');
    },
    'leave an album': async () => {
      await open('/main?shared=true');
      await page.getByRole('button', { name: 'Actions for Ben and the sea' }).click();
      await page.getByRole('menuitem', { name: 'Remove' }).click();
      await expect(page.getByRole('alertdialog')).toBeVisible();
    },
  });
});

test('open menus are accessible', async () => {
  const openMenu = async (path: string, openIt: () => Promise<void>) => {
    await open(path);
    await onDesktop();
    await openIt();
    await expect(page.getByRole('menu')).toBeVisible();
  };
  const click = (name: string | RegExp) => () => page.getByRole('button', { name }).click();
  await inspectStates(page, {
    'the menu Actions for Summer': () => openMenu('/main', click('Actions for Summer')),
    'the menu of the order': () => openMenu('/main', click(/change sort order/)),
    'the menu of a tile': () =>
      openMenu(inMedia(), async () => {
        await tile('photo').focus();
        await page.keyboard.press('Tab');
        await page.keyboard.press('Tab');
        await page.keyboard.press('Enter');
      }),
  });
});

test('the media of an album are accessible', async () => {
  await inspectAll({
    media: inMedia(),
    'details of the album': inMedia('&details=album'),
    'details of a photo': inMedia('&details=0'),
    'an empty album with a long name': `/main/media?albumId=${emptyAlbum._id}`,
    'share dialog over media': inMedia('&dialog=share'),
    'create album beside media': inMedia('&dialog=create'),
  });
  const layouts = /\/api\/medias\/[^/]+\/layout/;
  await inspectStates(page, {
    'a filter without results': async () => {
      await page.route(layouts, (route) => route.fulfill({ json: { error: false, result: { count: 0, ratios: '' } } }));
      await open(inMedia('&filter=video'));
      await expect(page.getByText('No items match this filter')).toBeVisible();
    },
    'media that could not be loaded': async () => {
      await page.unroute(layouts);
      await page.route(/\/api\/medias\/[^/]+\?/, (route) => route.abort());
      // The page may have loaded the media already.
      await page.goto(buildAddress(inMedia()));
      await expect(page.getByText(/couldn’t be loaded/)).toBeVisible();
    },
  });
});

test('selection, copying and deletion of media are accessible', async () => {
  await open(inMedia());
  await select('photo');
  await inspect(page, 'selection bar');
  await onDesktop();
  await page.getByRole('button', { name: 'Copy', exact: true }).click();
  const picker = page.getByRole('dialog', { name: 'My Album List' });
  await picker.getByRole('button', { name: 'Copy' }).click();
  await expect(picker.getByRole('alert')).toBeVisible();
  await inspect(page, 'album picker');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await inspect(page, 'delete media');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  const undo = page.getByRole('button', { name: 'Undo' });
  // A focused message is not hidden automatically.
  await undo.focus();
  await inspect(page, 'a message with Undo');
  await undo.click();
  await expect(tile('photo')).toBeVisible();
});

test('the preview is accessible', async () => {
  const openPhoto = async () => {
    await open(inMedia('&mediaIndex=0'));
    await expect(page.getByRole('dialog').locator('img').first()).toBeVisible();
  };
  await inspectStates(page, {
    'preview of a photo': openPhoto,
    'preview, turned and not saved, with details': async () => {
      await openPhoto();
      await page.keyboard.press(']');
      await expect(page.getByRole('button', { name: 'Save' })).toBeVisible();
      await page.keyboard.press('i');
    },
    'preview of a film': async () => {
      await open(inMedia('&mediaIndex=2'));
      await expect(page.locator('video')).toBeVisible();
    },
  });
});

test('storage, bin and subscription are accessible', async () => {
  await inspectAll({ storage: '/main/storage', subscription: '/main/subscription' });
  await inspectStates(page, {
    bin: async () => {
      const gone = await ana.album('Thrown away');
      await ana.attach(gone._id, [(await ana.upload('gone.jpg', await aJpeg({ width: 200, height: 200 }))).key]);
      await ana.request('DELETE', `/albums/${gone._id}`);
      await open('/main/bin');
    },
    'empty the bin': () => open('/main/bin?dialog=empty'),
  });
});

test('an empty bin is accessible', { tag: '@slow' }, async ({ browser }) => {
  const his = await openCalmPage(browser, ben);
  await his.goto(`${product.origin}/main/bin?userId=${ben.userId}&open=false`);
  await expect(his.getByText('Trash is empty')).toBeVisible();
  await inspect(his, 'an empty bin');
  await his.context().close();
});

test('playlists and devices are accessible', async () => {
  const preview = `/main/playlistpreview?playlistId=${playlist._id}`;
  const [publish] = await ana.request<Publish[]>('GET', `/publishes?deviceId=${device._id}`);
  const detail = `/main/device/devicedetailpage?deviceId=${device._id}`;
  const layout = { preset: 'side', divider: 70, zones: [{ zone: 'side', albumId: emptyAlbum._id, duration: 0 }] };
  await ana.request('PUT', `/playlists/layout/${playlist._id}`, { layout });
  await inspectAll({
    playlists: '/main/playlist',
    'playlists as rows': '/main/playlist/list',
    'playlist details': `/main/playlist?details=${playlist._id}`,
    'playlist preview': preview,
    'layout of a playlist': `/main/playlist/layout?playlistId=${playlist._id}`,
    'album sequence': `/main/playlist/albumsequence?playlistId=${playlist._id}`,
    'publish dialog': `${preview}&dialog=publish`,
    'add album': `/main/playlist/addalbum?playlistId=${playlist._id}`,
    devices: '/main/device',
    'add device': '/main/device?add=A12345',
    'device limit': '/main/device?dialog=limit',
    'playlists of a device': `/main/device?dialog=active&target=${device._id}`,
    'preview of a device': `/main/device?dialog=preview&target=${device._id}`,
    'one device': detail,
    schedule: `${detail}&dialog=schedule&target=${publish?._id}`,
    'tags of devices': '/main/device?dialog=tags',
  });
});

test('alerts and reports are accessible', async () => {
  await inspectAll({
    alerts: '/main/alerts',
    'edit alerts': '/main/alerts?dialog=editAlerts',
    'alerts of a tag': '/main/alerts?dialog=addTagAlerts',
    'report of plays': '/main/reports',
    'report of screens': '/main/reports?view=screens',
    'reports by email': '/main/reports?dialog=reportEmails',
  });
});
