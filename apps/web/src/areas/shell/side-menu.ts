import type { Role } from '@vitrine/contract/accounts';
import { type Capability, can } from '@vitrine/contract/capabilities';

export interface MenuEntry {
  to: string;
  label: string;
  /** True for entries of the bottom bar on phones. The header has Notifications and Profile already. */
  isMain?: boolean;
  /** Path of pages that belong to the entry although their path does not begin with `to`. */
  also?: string;
  /** True when pages below the path belong to other entries. */
  isAlone?: boolean;
  /** Capability required for the entry, if not every role has it. */
  needs?: Capability;
}

/** User whose menu is built, and the account in view. */
export interface MenuViewer {
  role: Role;
  platform: 'PP' | 'WV';
  /** True for the user's own account, false for one that an administrator views. */
  isOwn: boolean;
  /** True when the account has the Family Plan or belongs to a family. */
  hasFamily: boolean;
  /** True when a super-admin has hidden the menu. */
  isMenuHidden?: boolean;
}

const ALBUMS: MenuEntry = { to: '/main', label: 'Albums', isMain: true, also: '/main/media' };
const PHOTOS: MenuEntry = { to: '/main/timeline', label: 'Photos', isMain: true };
const PLAYLISTS: MenuEntry = { to: '/main/playlist', label: 'Playlists', isMain: true, also: '/main/playlistpreview' };
const DEVICES: MenuEntry = { to: '/main/device', label: 'Devices', isMain: true, also: '/main/alerts' };
const EMERGENCY: MenuEntry = { to: '/main/emergency', label: 'Emergency' };
const REPORTS: MenuEntry = { to: '/main/reports', label: 'Reports' };
const FAQ: MenuEntry = { to: '/main/faq', label: 'FAQ' };
const STORAGE: MenuEntry = { to: '/main/storage', label: 'Storage' };
const SUBSCRIPTION: MenuEntry = { to: '/main/subscription', label: 'Subscription' };
const NOTIFICATIONS: MenuEntry = { to: '/main/notification', label: 'Notifications' };
const PROFILE: MenuEntry = { to: '/main/profile', label: 'Profile' };
const SHOP: MenuEntry = { to: '/main/shop', label: 'Shop' };
const FAMILY: MenuEntry = { to: '/main/family', label: 'Family' };

/** In the order of specification 1 §2.2, plus Photos, Emergency and Reports, which the specification does not have. */
const ACCOUNT_ENTRIES = [ALBUMS, PHOTOS, PLAYLISTS, DEVICES, EMERGENCY, REPORTS, FAQ, STORAGE, SUBSCRIPTION];
const USER_ENTRIES = [NOTIFICATIONS, PROFILE];

const ALL_USERS: MenuEntry = { to: '/admin/AllUsers', label: 'All users', isMain: true };
const ALL_DEVICES: MenuEntry = { to: '/admin/devices', label: 'All Devices', isMain: true };
const DEVICE_VERSION: MenuEntry = { to: '/admin/deviceVersion', label: 'Device Version' };
const ORDER_ITEMS: MenuEntry = { to: '/admin/orderItems', label: 'Order Items', isMain: true };
const ORDER_STATUS: MenuEntry = { to: '/admin/orderstatus', label: 'Order Status' };

const CONSOLE_ENTRIES: Record<'PP' | 'WV', MenuEntry[]> = {
  PP: [
    { to: '/admin/overview', label: 'Overview', isMain: true },
    ALL_USERS,
    ALL_DEVICES,
    { to: '/admin/deviceRegister', label: 'Device Register' },
    { to: '/admin/videoQueue', label: 'Video Queue' },
    { to: '/admin/faq', label: 'FAQ' },
    DEVICE_VERSION,
    { to: '/admin/poster/combination', label: 'Poster Price' },
    { to: '/admin/poster', label: 'Poster', isAlone: true },
    ORDER_ITEMS,
    ORDER_STATUS,
    { to: '/admin/subscription', label: 'Subscriptions', also: '/admin/subscriptionPlanChange' },
    { to: '/admin/payment', label: 'Payment Details' },
    { to: '/admin/messages', label: 'Messages', isMain: true },
    { to: '/admin/audit', label: 'Audit Trail', needs: 'audit.see' },
    { to: '/admin/system', label: 'System' },
  ],
  WV: [
    ALL_USERS,
    ALL_DEVICES,
    ORDER_ITEMS,
    { to: '/admin/productList', label: 'Product List', isMain: true },
    DEVICE_VERSION,
    { ...ORDER_STATUS, isMain: true },
  ],
};

/** Returns all menu entries of a user. */
export function getSideMenu({ role, platform, isOwn, hasFamily, isMenuHidden }: MenuViewer): MenuEntry[] {
  if (isMenuHidden && isOwn) return USER_ENTRIES;
  const isStaff = role === 'admin' || role === 'support';
  // Partner users have a shop, but only in their own account.
  const shop = platform === 'WV' && isOwn && !isStaff ? [SHOP] : [];
  // While viewing an account, an administrator sees the entries of that account.
  if (!isStaff || !isOwn) {
    const family = hasFamily ? [FAMILY] : [];
    const fifth = family[0] ?? shop[0] ?? STORAGE;
    return [...ACCOUNT_ENTRIES, ...shop, ...USER_ENTRIES, ...family].map((entry) => (entry === fifth ? toMainEntry(entry) : entry));
  }
  const entries = CONSOLE_ENTRIES[platform].filter(({ needs }) => !needs || can({ role, platform, isSuperAdmin: false }, needs));
  return [...entries, ...USER_ENTRIES];
}

const toMainEntry = (entry: MenuEntry): MenuEntry => ({ ...entry, isMain: true });

/** Returns true for the entry of the current page. Every path begins with /main, so Albums matches only exactly. */
export function isCurrentEntry({ to, also, isAlone }: MenuEntry, pathname: string): boolean {
  const isHere = pathname === to || (to !== '/main' && !isAlone && pathname.startsWith(`${to}/`));
  return isHere || (also !== undefined && pathname.startsWith(also));
}
