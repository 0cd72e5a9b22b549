import type { Role } from '@vitrine/contract/accounts';
import { type Capability, can } from '@vitrine/contract/capabilities';

export interface MenuEntry {
  to: string;
  label: string;
  /** Whether a phone's bar has room for it. */
  isMain?: boolean;
  /** Pages that belong to it by meaning and not by address. */
  also?: string;
  /** Longer addresses belong to other entries. */
  isAlone?: boolean;
  /** Capability required for the entry, if not every role has it. */
  needs?: Capability;
}

/** Who looks, and at what. */
export interface MenuViewer {
  role: Role;
  platform: 'PP' | 'WV';
  /** Their own account, or one that an administrator looks at. */
  isOwn: boolean;
  /** The Family Plan runs for it, or it belongs to a family. */
  hasFamily: boolean;
  /** A super-admin has taken it away. */
  isMenuHidden?: boolean;
}

const ALBUMS: MenuEntry = { to: '/main', label: 'Albums', isMain: true, also: '/main/media' };
const PHOTOS: MenuEntry = { to: '/main/timeline', label: 'Photos' };
const PLAYLISTS: MenuEntry = { to: '/main/playlist', label: 'Playlists', isMain: true, also: '/main/playlistpreview' };
const DEVICES: MenuEntry = { to: '/main/device', label: 'Devices', isMain: true };
const FAQ: MenuEntry = { to: '/main/faq', label: 'FAQ' };
const STORAGE: MenuEntry = { to: '/main/storage', label: 'Storage' };
const SUBSCRIPTION: MenuEntry = { to: '/main/subscription', label: 'Subscription' };
const NOTIFICATIONS: MenuEntry = { to: '/main/notification', label: 'Notifications', isMain: true };
const PROFILE: MenuEntry = { to: '/main/profile', label: 'Profile', isMain: true };
const SHOP: MenuEntry = { to: '/main/shop', label: 'Shop' };
const FAMILY: MenuEntry = { to: '/main/family', label: 'Family' };

/** In the order of the specification (1 §2.2), which does not know Photos. */
const ACCOUNT_ENTRIES = [ALBUMS, PHOTOS, PLAYLISTS, DEVICES, FAQ, STORAGE, SUBSCRIPTION];
const PERSON_ENTRIES = [NOTIFICATIONS, PROFILE];

const ALL_USERS: MenuEntry = { to: '/admin/AllUsers', label: 'All users', isMain: true };
const ALL_DEVICES: MenuEntry = { to: '/admin/devices', label: 'All Devices', isMain: true };
const DEVICE_VERSION: MenuEntry = { to: '/admin/deviceVersion', label: 'Device Version' };
const ORDER_ITEMS: MenuEntry = { to: '/admin/orderItems', label: 'Order Items', isMain: true };
const ORDER_STATUS: MenuEntry = { to: '/admin/orderstatus', label: 'Order Status' };

const CONSOLE_ENTRIES: Record<'PP' | 'WV', MenuEntry[]> = {
  PP: [
    { to: '/admin/overview', label: 'Overview' },
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
    { to: '/admin/messages', label: 'Messages' },
    { to: '/admin/audit', label: 'Audit Trail', needs: 'audit.see' },
    { to: '/admin/system', label: 'System' },
  ],
  WV: [ALL_USERS, ALL_DEVICES, ORDER_ITEMS, { to: '/admin/productList', label: 'Product List' }, DEVICE_VERSION, ORDER_STATUS],
};

/** The whole menu. */
export function getSideMenu({ role, platform, isOwn, hasFamily, isMenuHidden }: MenuViewer): MenuEntry[] {
  if (isMenuHidden && isOwn) return PERSON_ENTRIES;
  const isStaff = role === 'admin' || role === 'support';
  // The partner's people buy there, each for themselves.
  const shop = platform === 'WV' && isOwn && !isStaff ? [SHOP] : [];
  // While viewing an account, an administrator sees the entries of that account.
  if (!isStaff || !isOwn) return [...ACCOUNT_ENTRIES, ...shop, ...PERSON_ENTRIES, ...(hasFamily ? [FAMILY] : [])];
  const entries = CONSOLE_ENTRIES[platform].filter(({ needs }) => !needs || can({ role, platform, isSuperAdmin: false }, needs));
  return [...entries, ...PERSON_ENTRIES];
}

/** Albums live at /main itself, which every other address begins with. */
export function isCurrentEntry({ to, also, isAlone }: MenuEntry, pathname: string): boolean {
  const isHere = pathname === to || (to !== '/main' && !isAlone && pathname.startsWith(`${to}/`));
  return isHere || (also !== undefined && pathname.startsWith(also));
}
