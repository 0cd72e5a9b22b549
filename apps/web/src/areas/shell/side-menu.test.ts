import { describe, expect, it } from 'vitest';
import { getSideMenu, isCurrentEntry, type MenuViewer } from './side-menu.ts';

const menu = (viewer: Partial<MenuViewer>) =>
  getSideMenu({ role: 'user', platform: 'PP', isOwn: true, hasFamily: false, ...viewer }).map(({ label }) => label);

const USER = [
  'Albums',
  'Photos',
  'Playlists',
  'Devices',
  'Emergency',
  'Reports',
  'FAQ',
  'Storage',
  'Subscription',
  'Notifications',
  'Profile',
];
const PP = [
  'Overview',
  'All users',
  'All Devices',
  'Device Register',
  'Video Queue',
  'FAQ',
  'Device Version',
  'Poster Price',
  'Poster',
  'Order Items',
  'Order Status',
  'Subscriptions',
  'Payment Details',
  'Messages',
  'Audit Trail',
  'System',
  'Notifications',
  'Profile',
];
const WV = ['All users', 'All Devices', 'Order Items', 'Product List', 'Device Version', 'Order Status', 'Notifications', 'Profile'];

describe('the side menu', () => {
  it.each<[who: string, viewer: Partial<MenuViewer>, labels: string[]]>([
    ['a user', {}, USER],
    ['a user of the partner', { platform: 'WV' }, USER.toSpliced(9, 0, 'Shop')],
    ['a user whose menu is hidden', { role: 'admin', isMenuHidden: true }, ['Notifications', 'Profile']],
    ['a user with a family', { hasFamily: true }, [...USER, 'Family']],
    ['an administrator', { role: 'admin' }, PP],
    ['support', { role: 'support' }, PP.filter((label) => label !== 'Audit Trail')],
    ['an administrator of the partner', { role: 'admin', platform: 'WV' }, WV],
    ['a host', { role: 'host' }, USER],
    ['a host of the partner', { role: 'host', platform: 'WV' }, USER.toSpliced(9, 0, 'Shop')],
    ['an administrator of the partner over an account', { role: 'admin', platform: 'WV', isOwn: false }, USER],
    ['an advertiser', { role: 'advUser' }, USER],
    ['an administrator over an account', { role: 'admin', isOwn: false }, USER],
    ['an administrator over an account with a family', { role: 'admin', isOwn: false, hasFamily: true }, [...USER, 'Family']],
  ])('of %s has its entries in their order', (_who, viewer, labels) => {
    expect(menu(viewer)).toEqual(labels);
  });

  it.each([
    ['/admin/poster', 'Poster'],
    ['/admin/poster/combination', 'Poster Price'],
    ['/admin/orderItems/orderDetails', 'Order Items'],
  ])('marks where an administrator is: %s belongs to %s', (pathname, label) => {
    const viewer: MenuViewer = { role: 'admin', platform: 'PP', isOwn: true, hasFamily: false };
    expect(
      getSideMenu(viewer)
        .filter((entry) => isCurrentEntry(entry, pathname))
        .map((entry) => entry.label),
    ).toEqual([label]);
  });

  it.each<[who: string, viewer: Partial<MenuViewer>, labels: string[]]>([
    ['a user', {}, ['Albums', 'Photos', 'Playlists', 'Devices', 'Storage']],
    ['a user with a family', { hasFamily: true }, ['Albums', 'Photos', 'Playlists', 'Devices', 'Family']],
    ['a user of the partner', { platform: 'WV' }, ['Albums', 'Photos', 'Playlists', 'Devices', 'Shop']],
    ['an administrator', { role: 'admin' }, ['Overview', 'All users', 'All Devices', 'Order Items', 'Messages']],
    [
      'an administrator of the partner',
      { role: 'admin', platform: 'WV' },
      ['All users', 'All Devices', 'Order Items', 'Product List', 'Order Status'],
    ],
    ['a user whose menu is hidden', { isMenuHidden: true }, []],
  ])('has up to five entries for the bottom bar on the phone of %s, without those of the header', (_who, viewer, labels) => {
    const entries = getSideMenu({ role: 'user', platform: 'PP', isOwn: true, hasFamily: false, ...viewer });
    expect(entries.filter(({ isMain }) => isMain).map(({ label }) => label)).toEqual(labels);
  });

  it.each([
    ['/main', 'Albums'],
    ['/main/media', 'Albums'],
    ['/main/timeline', 'Photos'],
    ['/main/playlist/addalbum', 'Playlists'],
    ['/main/playlistpreview', 'Playlists'],
    ['/main/device/devicedetailpage', 'Devices'],
    ['/main/profile/changePassword', 'Profile'],
  ])('marks where one is: %s belongs to %s', (pathname, label) => {
    const viewer: MenuViewer = { role: 'user', platform: 'PP', isOwn: true, hasFamily: true };
    expect(
      getSideMenu(viewer)
        .filter((entry) => isCurrentEntry(entry, pathname))
        .map((entry) => entry.label),
    ).toEqual([label]);
  });
});
